import { formatCount, formatDate } from '@freeor/ui/format'
import { Alert, List } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import type { FoundDuplicates } from './use-duplicates.ts'

export type DuplicatesHintProps = {
  found: FoundDuplicates | undefined
  /** Which records are named. */
  of: 'savedSearches' | 'downloads'
  children?: ReactNode
}

/** Says that the search, or its area, was saved or downloaded before. It never stands in the way. */
export function DuplicatesHint({ found, of, children }: DuplicatesHintProps) {
  const lines = found ? (of === 'savedSearches' ? savedLines(found) : madeLines(found)) : []
  if (lines.length === 0) return null
  return (
    <Alert color="blue" role="status" title={texts.duplicates.label}>
      <List size="sm">
        {lines.map(({ id, line }) => (
          <List.Item key={id}>{line}</List.Item>
        ))}
      </List>
      {children}
    </Alert>
  )
}

const savedLines = ({ savedSearches }: FoundDuplicates) =>
  savedSearches.map(({ id, searchName, timestamp, isSame }) => {
    const say = isSame ? texts.duplicates.savedSame : texts.duplicates.savedArea
    return { id, line: say(searchName, formatDate(timestamp)) }
  })

const madeLines = ({ downloads }: FoundDuplicates) =>
  downloads.map(({ id, searchName, timestamp, isSame, downloadCount }) => {
    const date = formatDate(timestamp)
    const line = isSame
      ? texts.duplicates.madeSame(searchName, date, formatCount(downloadCount))
      : texts.duplicates.madeArea(searchName, date)
    return { id, line }
  })
