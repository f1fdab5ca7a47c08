import { rejectReasons } from '@freeor/leads/import/file/reject-kind'
import type { ImportProposal, ImportReport } from '@freeor/leads/import/schema'
import type { Column } from '@freeor/leads/schema'

/** What the import command says, before it and after it. */

/** @param existing the dictionary's present columns */
export function describeProposal(proposal: ImportProposal, existing: readonly Column[]): string {
  const { name, encoding, delimiter, columns, warnings } = proposal
  const separator = delimiter === '\t' ? 'tab' : delimiter
  const lines = columns.map(({ key, label, kind, contact, facet }) =>
    [`  ${key.padEnd(24)}`, kind.padEnd(10), label.padEnd(28), contact ? 'contact' : facet ? 'facet' : '']
      .join(' ')
      .trimEnd(),
  )
  return [
    `${name}: ${encoding}, separated by ${separator}`,
    ...lines,
    ...changedColumns(proposal, existing).map((text) => `  ! ${text}`),
    ...warnings.map((text) => `  ! ${text}`),
    '',
  ].join('\n')
}

/** Which of the dictionary's columns go, and which come. */
function changedColumns({ columns, goneColumns }: ImportProposal, existing: readonly Column[]): string[] {
  if (existing.length === 0) return []
  const known = new Set(existing.map(({ key }) => key))
  const added = columns.filter(({ key }) => !known.has(key)).map(({ key }) => key)
  return [
    ...(goneColumns.length > 0
      ? [`not in the file: ${goneColumns.join(', ')} (${goneColumns.length} of ${existing.length} columns)`]
      : []),
    ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
  ]
}

const count = (rows: number): string => rows.toLocaleString('en-US')

export function describeReport(report: ImportReport): string {
  const { places, changes, rejectedBy = [] } = report
  return `${[
    `${report.dictId} version ${report.version}: ${count(report.rowsIn)} rows in, ${count(report.rowsStored)} stored, ${count(report.rowsRejected)} rejected, in ${report.seconds} s`,
    ...rejectedBy.map(({ kind, rows }) => `  rejected: ${count(rows)}: ${rejectReasons[kind]}`),
    ...(report.rejectsFile ? [`  rejects: ${report.rejectsFile}`] : []),
    `  places: ${count(places.fromColumns)} from the file, ${count(places.fromZip)} from the ZIP, ${count(places.none)} without`,
    `  against the version before: ${count(changes.added)} new, ${count(changes.changed)} changed, ${count(changes.gone)} gone`,
    ...report.unreadable.map(
      ({ key, cells }) => `  ${key}: ${count(cells)} cells could not be read and are empty`,
    ),
    ...report.warnings.map((text) => `  ! ${text}`),
  ].join('\n')}\n`
}
