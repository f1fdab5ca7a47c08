import { MASK } from '../search/read-page.ts'
import { cellOf, type LeadVersion } from './read-versions.ts'
import type { LeadDetails } from './schema.ts'

const datedOf = ({ version, importedAt, file }: LeadVersion) => ({ version, importedAt, file })

/**
 * For each value of a lead, the oldest version without a break since which it is as it is.
 * @param versions newest first, beginning with the one that is shown
 */
export function valuesSince(versions: readonly LeadVersion[]): LeadDetails['values'] {
  const [newest] = versions
  if (!newest) return []
  return newest.columns.flatMap(({ key }) => {
    const value = cellOf(newest, key)
    if (value === null) return []
    const end = versions.findIndex((one) => cellOf(one, key) !== value)
    const since = versions[end === -1 ? versions.length - 1 : end - 1] ?? newest
    const { row, version } = since
    return [
      { column: key, isOldest: end === -1 && (row?.first_seen ?? version) < version, ...datedOf(since) },
    ]
  })
}

/** A cell as a search of that version shows it. */
function shownIn(version: LeadVersion, key: string, isOwned: boolean) {
  const value = cellOf(version, key)
  const isContact = version.columns.some((column) => column.key === key && column.contact)
  return value !== null && isContact && !isOwned ? MASK : value
}

function changesBetween(before: LeadVersion, now: LeadVersion, isOwned: boolean) {
  const keys = new Set([...now.columns, ...before.columns].map(({ key }) => key))
  return [...keys]
    .filter((key) => cellOf(before, key) !== cellOf(now, key))
    .map((column) => ({
      column,
      before: shownIn(before, column, isOwned),
      after: shownIn(now, column, isOwned),
    }))
}

/** What each stored version did to a lead. @param versions newest first */
export function historyOf(versions: readonly LeadVersion[], isOwned: boolean): LeadDetails['versions'] {
  return versions.map((now, i) => {
    const before = versions[i + 1]
    const said = { ...datedOf(now), changes: [] }
    if (!now.row) return { ...said, state: 'missing' }
    if (!before) return { ...said, state: now.row.first_seen === now.version ? 'new' : 'first' }
    if (!before.row) return { ...said, state: 'new' }
    const changes = changesBetween(before, now, isOwned)
    return { ...said, changes, state: changes.length > 0 ? 'changed' : 'same' }
  })
}
