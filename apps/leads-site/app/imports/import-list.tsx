import { formatCount, formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Link } from 'react-router'
import { type ImportRun, rejectsFile } from '../api/imports.ts'
import { texts } from '../texts.ts'

type Shown = Pick<
  ImportRun,
  'id' | 'dictId' | 'fileName' | 'state' | 'createdAt' | 'failure' | 'retrying' | 'retriedBy'
> & {
  report: { rowsStored: number; rowsRejected: number } | null
}

function sayState({
  state,
  failure,
  retrying,
  retriedBy,
}: Pick<Shown, 'state' | 'failure' | 'retrying' | 'retriedBy'>): string {
  if (retrying) return texts.imports.retrying
  if (retriedBy) return `${failure ?? state}. ${texts.imports.retried}`
  return failure ? `${state}: ${failure}` : state
}

/** The imports so far, newest first, with what was refused. */
export function ImportList({ imports }: { imports: readonly Shown[] }) {
  const words = texts.imports
  return (
    <Table
      label={words.importsTable}
      columns={[words.when, words.name, words.dictId, words.state, words.stored, words.rejected]}
      empty={words.none}
      rows={imports.map(({ id, dictId, fileName, createdAt, report, ...run }) => ({
        key: id,
        cells: [
          formatTime(createdAt),
          fileName,
          <Link key="open" to={`/_search/${dictId}`}>
            {dictId}
          </Link>,
          <span key="state">{sayState(run)}</span>,
          report ? formatCount(report.rowsStored) : null,
          report && report.rowsRejected > 0 ? (
            <a key="rejects" href={rejectsFile(id)} download>
              {formatCount(report.rowsRejected)}
            </a>
          ) : (
            report?.rowsRejected
          ),
        ],
      }))}
    />
  )
}
