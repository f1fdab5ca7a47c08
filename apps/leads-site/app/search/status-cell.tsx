import { type LeadStatus, leadStatuses } from '@freeor/leads/query/lead-statuses'
import type { RowNote } from '@freeor/leads/schema'
import IconNote from '@tabler/icons-react/dist/esm/icons/IconNote.mjs'
import { noteTexts as words } from '../texts/notes.ts'
import classes from './results-table.module.css'

export type StatusCellProps = {
  note: RowNote | null
  /** The lead, for a screen reader. */
  name: string
  /** Absent for who may not change it. */
  onChange: ((status: LeadStatus | null) => void) | undefined
}

/** The company's own status of a lead, chosen in its row, and whether there is a note. */
export function StatusCell({ note, name, onChange }: StatusCellProps) {
  const status = note?.status ?? null
  return (
    <td className={classes.status}>
      {onChange ? (
        <select
          aria-label={words.statusOf(name)}
          value={status ?? ''}
          data-none={status === null || undefined}
          onChange={({ currentTarget: { value } }) =>
            onChange(leadStatuses.find((one) => one === value) ?? null)
          }
        >
          <option value="">{words.none}</option>
          {leadStatuses.map((one) => (
            <option key={one} value={one}>
              {words.statuses[one]}
            </option>
          ))}
        </select>
      ) : (
        status && words.statuses[status]
      )}
      {note?.hasNote ? (
        <span className={classes.noted} title={words.hasNote}>
          <IconNote size={13} aria-hidden />
          <span className={classes.said}>{words.hasNote}</span>
        </span>
      ) : null}
    </td>
  )
}
