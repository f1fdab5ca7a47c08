import type { LeadDetails } from '@freeor/leads/lead-details/schema'
import type { Column } from '@freeor/leads/schema'
import { formatDate } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { cellText } from '../search/cell-text.ts'
import { texts } from '../texts.ts'
import classes from './lead.module.css'

const words = texts.lead

type Version = LeadDetails['versions'][number]
type Change = Version['changes'][number]

/** A column that the dataset no longer has is shown by its key, as text. */
const columnOf = (key: string, columns: readonly Column[]): Column =>
  columns.find((column) => column.key === key) ?? {
    ...{ key, label: key, group: '', kind: 'text', from: key },
    ...{ contact: false, facet: false, suggest: false },
  }

function valueText({ column, value }: { column: Column; value: Change['before'] }): string {
  return value === null ? words.none : cellText(column, value)
}

function VersionChanges({ version, columns }: { version: Version; columns: readonly Column[] }) {
  const name =
    version.file === null ? words.version(version.version) : words.from(version.version, version.file)
  return (
    <li>
      <h3 className={classes.group}>
        {name} · {formatDate(version.importedAt)}
      </h3>
      {version.changes.length === 0 ? (
        <p className={classes.note}>{words.state[version.state]}</p>
      ) : (
        <Table
          label={words.changesOf(version.version)}
          columns={[words.column, words.was, words.became]}
          empty={words.state.same}
          hasRowHeads
          rows={version.changes.map(({ column: key, before, after }) => {
            const column = columnOf(key, columns)
            return {
              key,
              cells: [
                column.label,
                valueText({ column, value: before }),
                valueText({ column, value: after }),
              ],
            }
          })}
        />
      )}
    </li>
  )
}

/** What each stored version of the dataset did to a lead. */
export function LeadHistory({ details: { versions, columns } }: { details: LeadDetails }) {
  return (
    <ul className={`${classes.parts} ${classes.versions}`}>
      {versions.map((version) => (
        <VersionChanges key={version.version} version={version} columns={columns} />
      ))}
    </ul>
  )
}
