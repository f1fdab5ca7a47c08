import type { Column, LeadRow } from '@freeor/leads/schema'
import { formatDate, formatDollars, formatFigure } from '@freeor/ui/format'
import { texts } from '../texts.ts'
import classes from './results-table.module.css'

export type LeadCellProps = { column: Column; value: LeadRow['cells'][string] | null; isMasked: boolean }

/** A cell's value, formatted by its column's kind. */
function cellText(column: Column, value: LeadCellProps['value']): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? texts.search.yes : texts.search.no
  if (column.kind === 'money' && Number.isFinite(Number(value))) return formatDollars(Number(value))
  if (column.kind === 'number' && Number.isFinite(Number(value))) return formatFigure(Number(value))
  if (column.kind === 'date') return formatDate(String(value))
  return String(value)
}

/** One cell. A covered contact says so to a screen reader instead of reading dots. */
export function LeadCell({ column, value, isMasked }: LeadCellProps) {
  const text = cellText(column, value)
  if (isMasked && text !== '') {
    return (
      <td className={classes.masked}>
        <span aria-hidden="true">{text}</span>
        <span className={classes.said}>{texts.search.masked}</span>
      </td>
    )
  }
  const isNumeric = column.kind === 'number' || column.kind === 'money'
  return (
    <td title={text} data-numeric={isNumeric || undefined}>
      {text}
    </td>
  )
}
