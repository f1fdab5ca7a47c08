import type { LeadDetails } from '@freeor/leads/lead-details/schema'
import type { Column, LeadRow } from '@freeor/leads/schema'
import { Badge } from '@mantine/core'
import { Link } from 'react-router'
import { cellText } from '../search/cell-text.ts'
import { texts } from '../texts.ts'
import classes from './lead.module.css'
import { leadName } from './lead-name.ts'

const words = texts.lead

/** Columns in which two leads differ, as far as both can be seen. Two blanks are the same, covered cells are not compared. */
const differing = (columns: readonly Column[], one: LeadRow, other: LeadRow): Column[] =>
  columns.filter(
    (column) =>
      !one.masked.includes(column.key) &&
      !other.masked.includes(column.key) &&
      cellText(column, one.cells[column.key] ?? null) !== cellText(column, other.cells[column.key] ?? null),
  )

/** The other leads that are the same business, each with a link to its page. */
export function SameBusiness({ details, dictId }: { details: LeadDetails; dictId: string }) {
  const { columns, lead, sameBusiness } = details
  const noteOf = (other: LeadRow): string => {
    const labels = differing(columns, lead, other).map(({ label }) => label)
    return labels.length === 0 ? words.differsNot : words.differs(labels.join(', '))
  }
  return (
    <ul className={classes.parts}>
      {sameBusiness.map((other) => (
        <li key={other.id} className={classes.part}>
          <Link to={`/lead/${encodeURIComponent(dictId)}/${other.id}`}>
            {leadName({ ...details, lead: other })}
          </Link>{' '}
          {other.owned ? (
            <Badge variant="light" color="gray" tt="none">
              {words.sameOwned}
            </Badge>
          ) : null}
          <p className={classes.note}>{noteOf(other)}</p>
        </li>
      ))}
    </ul>
  )
}
