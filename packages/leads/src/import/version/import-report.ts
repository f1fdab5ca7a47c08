import { goneColumns } from '../columns/replaced-columns.ts'
import type { RowReader } from '../file/read-rows.ts'
import type { ImportReport } from '../schema.ts'
import type { VersionFacts } from './finish-version.ts'
import type { ImportWork } from './import-work.ts'

/** What an import came to, before it is reported. */
export type ReportedOutcome = {
  readonly reader: RowReader
  readonly facts: VersionFacts
  readonly rejectsFile: string | null
  readonly duplicates: number
  /** Rows of people on the do-not-contact list. */
  readonly optedOut: number
  readonly warnings: string[]
}

/** What is reported of an import whose version is written. */
export function reportOf(work: ImportWork, outcome: ReportedOutcome): ImportReport {
  const { ticket, columns } = work
  const { reader, facts, rejectsFile, duplicates, optedOut, warnings } = outcome
  return {
    importId: ticket.id,
    dictId: ticket.dictId,
    version: ticket.version,
    rowsIn: reader.scanner.rows,
    rowsStored: facts.rows,
    rowsRejected: reader.scanner.rejected + optedOut,
    rowsOptedOut: optedOut,
    rejectedBy: [...work.rejects.counts]
      .map(([kind, rows]) => ({ kind, rows }))
      .toSorted((a, b) => b.rows - a.rows || (a.kind < b.kind ? -1 : 1)),
    rejectsFile,
    columns: columns.map(({ key, kind, from }) => ({ key, kind, from })),
    seconds: Math.round(performance.now() - work.started) / 1000,
    unreadable: unreadableCells(work, reader, { facts, optedOut }),
    places: {
      fromColumns: facts.fromColumns,
      fromZip: facts.fromZip,
      none: facts.rows - facts.fromColumns - facts.fromZip,
    },
    duplicates,
    changes: {
      added: facts.added,
      changed: facts.changed,
      gone: ticket.previousRows - (facts.rows - facts.added),
    },
    goneColumns: goneColumns(ticket.columns, columns).map(({ key }) => key),
    warnings,
  }
}

/**
 * Filled cells of the stored rows, minus those for which the engine holds a value. At least so many: what was filled in
 * the rows of people who opted out is not known any more.
 */
function unreadableCells(
  { plan, columns }: ImportWork,
  reader: RowReader,
  { facts: { filled }, optedOut }: Pick<ReportedOutcome, 'facts' | 'optedOut'>,
): ImportReport['unreadable'] {
  const stored = reader.scanner.rows - reader.scanner.rejected
  return columns.flatMap((column) => {
    const written = stored - (reader.scanner.blanks[plan.repair.at(column)] ?? 0)
    const cells = written - (filled.get(column.key) ?? 0) - optedOut
    return cells > 0 ? [{ key: column.key, cells }] : []
  })
}
