import type { Column, LeadRow } from '@freeor/leads/schema'
import IconPhoneOff from '@tabler/icons-react/dist/esm/icons/IconPhoneOff.mjs'
import { Link } from 'react-router'
import { texts } from '../texts.ts'
import { cellText } from './cell-text.ts'
import classes from './results-table.module.css'

export type LeadCellProps = {
  column: Column
  value: LeadRow['cells'][string] | null
  isMasked: boolean
  /** Whether its number is on the do-not-call registry. */
  isDoNotCall: boolean
  /** The page of the lead, where the cell leads to it. */
  to?: string | undefined
}

/** One cell. A covered contact says so to a screen reader instead of reading dots. */
export function LeadCell({ column, value, isMasked, isDoNotCall, to }: LeadCellProps) {
  const text = cellText(column, value)
  if (isMasked && text !== '') {
    return (
      <td className={classes.masked}>
        <span aria-hidden="true">{text}</span>
        <span className={classes.said}>{texts.search.masked}</span>
        {isDoNotCall ? <DoNotCallMark /> : null}
        {to === undefined ? null : (
          <>
            {' '}
            <LeadLink to={to} />
          </>
        )}
      </td>
    )
  }
  const isNumeric = column.kind === 'number' || column.kind === 'money'
  return (
    <td title={text} data-numeric={isNumeric || undefined}>
      {to === undefined ? text : <LeadLink to={to} name={text} />}
      {isDoNotCall ? <DoNotCallMark /> : null}
    </td>
  )
}

/** Opens the page of a lead. */
function LeadLink({ to, name = '' }: { to: string; name?: string }) {
  return (
    <Link className={classes.open} to={to} prefetch="none">
      {name === '' ? texts.lead.open : name}
    </Link>
  )
}

/** Stands behind a number that is on the do-not-call registry. */
export function DoNotCallMark() {
  return (
    <span className={classes.mark} title={texts.doNotCall.on}>
      <IconPhoneOff size={13} aria-hidden />
      <span className={classes.said}>{texts.doNotCall.on}</span>
    </span>
  )
}
