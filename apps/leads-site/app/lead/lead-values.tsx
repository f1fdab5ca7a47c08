import type { LeadDetails } from '@freeor/leads/lead-details/schema'
import type { Column } from '@freeor/leads/schema'
import { formatDate } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { texts } from '../texts.ts'
import classes from './lead.module.css'
import { LeadValue } from './lead-value.tsx'

const words = texts.lead

type Dated = LeadDetails['values'][number]

const sinceText = ({ importedAt, isOldest }: Dated) =>
  isOldest ? words.atLeast(formatDate(importedAt)) : formatDate(importedAt)

const sourceText = ({ version, file }: Dated) =>
  file === null ? words.version(version) : words.from(version, file)

/** The values of one group of columns, each with its date and source; what is empty is named below. */
function Group({
  group,
  columns,
  details,
}: {
  group: string
  columns: readonly Column[]
  details: LeadDetails
}) {
  const dated = new Map(details.values.map((value) => [value.column, value]))
  const filled = columns.flatMap((column) => {
    const value = dated.get(column.key)
    return value ? [{ column, value }] : []
  })
  const empty = columns.filter(({ key }) => !dated.has(key)).map(({ label }) => label)
  return (
    <section>
      <h3 className={classes.group}>{group}</h3>
      <Table
        label={words.table(group)}
        columns={[words.column, words.value, words.since, words.source]}
        empty={words.noValues}
        hasRowHeads
        rows={filled.map(({ column, value }) => ({
          key: column.key,
          cells: [
            column.label,
            <LeadValue key="value" lead={details.lead} column={column} />,
            sinceText(value),
            sourceText(value),
          ],
        }))}
      />
      {empty.length > 0 && filled.length > 0 ? (
        <p className={classes.note}>{words.empty(empty.join(', '))}</p>
      ) : null}
    </section>
  )
}

/** All columns of a lead, by group in the order of the dictionary. */
export function LeadValues({ details }: { details: LeadDetails }) {
  const groups = [...Map.groupBy(details.columns, ({ group }) => group)]
  return (
    <div className={classes.groups}>
      {groups.map(([group, columns]) => (
        <Group key={group} group={group} columns={columns} details={details} />
      ))}
    </div>
  )
}
