import type { Column, LeadRow } from '@freeor/leads/schema'
import { Highlight, VisuallyHidden } from '@mantine/core'
import { cellText } from '../search/cell-text.ts'
import { DoNotCallMark } from '../search/lead-cell.tsx'
import { texts } from '../texts.ts'
import classes from './lead.module.css'

/** The value of a lead in a column; a covered contact says so. Texts that a clause looks for are marked in it. */
export function LeadValue({
  lead,
  column,
  marks = [],
}: {
  lead: LeadRow
  column: Column
  marks?: readonly string[]
}) {
  const text = cellText(column, lead.cells[column.key] ?? null)
  const mark = lead.doNotCall.includes(column.key) ? <DoNotCallMark /> : null
  if (lead.masked.includes(column.key))
    return (
      <>
        <span className={classes.covered} aria-hidden="true">
          {text}
        </span>
        <VisuallyHidden>{texts.search.masked}</VisuallyHidden>
        {mark}
      </>
    )
  return (
    <>
      {marks.length === 0 ? (
        text
      ) : (
        <Highlight component="span" inherit highlight={[...marks]}>
          {text}
        </Highlight>
      )}
      {mark}
    </>
  )
}
