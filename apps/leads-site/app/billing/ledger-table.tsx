import { formatCount, formatDate, formatTime } from '@freeor/ui/format'
import { Link } from 'react-router'
import type { LedgerEntry } from '../api/ledger.ts'
import { texts } from '../texts.ts'
import classes from './billing.module.css'

export type LedgerTableProps = {
  entries: readonly LedgerEntry[]
  /** The reader, who is called by no name. */
  userId: string
  /** Where the entries before these are; absent when there are none. */
  older: string | undefined
}

const signed = (amount: number) => (amount > 0 ? `+${formatCount(amount)}` : formatCount(amount))

function whoDid({ userId: doer, userEmail }: LedgerEntry, reader: string): string {
  if (doer === null) return texts.ledger.nobody
  return doer === reader ? texts.ledger.you : (userEmail ?? texts.ledger.formerColleague)
}

function lotOf({ lotKind, lotExpiresAt }: LedgerEntry): string {
  const lot = texts.ledger.lots[lotKind]
  return lotExpiresAt === null ? lot : texts.ledger.lotUntil(lot, formatDate(lotExpiresAt))
}

/** Every move of credits. */
export function LedgerTable({ entries, userId, older }: LedgerTableProps) {
  if (entries.length === 0) return <p className={classes.note}>{texts.ledger.none}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to take focus
    <section className={classes.scroll} tabIndex={0} aria-label={texts.ledger.table}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.ledger.when}</th>
            <th scope="col">{texts.ledger.what}</th>
            <th scope="col" data-numeric>
              {texts.ledger.leads}
            </th>
            <th scope="col">{texts.ledger.who}</th>
            <th scope="col">{texts.ledger.file}</th>
            <th scope="col">{texts.ledger.lot}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td data-column={texts.ledger.when}>{formatTime(entry.at)}</td>
              <td data-column={texts.ledger.what}>
                {texts.ledger.kinds[entry.kind]}
                {entry.reason ? <span className={classes.note}> · {entry.reason}</span> : null}
              </td>
              <td data-column={texts.ledger.leads} data-numeric>
                {signed(entry.amount)}
              </td>
              <td data-column={texts.ledger.who}>{whoDid(entry, userId)}</td>
              <td data-column={texts.ledger.file}>{entry.fileName}</td>
              <td data-column={texts.ledger.lot} title={entry.lotId}>
                {lotOf(entry)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {older ? <Link to={older}>{texts.ledger.older}</Link> : null}
    </section>
  )
}
