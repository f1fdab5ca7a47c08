import { formatCount, formatDate, formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Link } from 'react-router'
import type { LedgerEntry } from '../api/ledger.ts'
import { texts } from '../texts.ts'

export type LedgerTableProps = {
  entries: readonly LedgerEntry[]
  /** The reader of the page, who is not named. */
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

/** Every change of credits. */
export function LedgerTable({ entries, userId, older }: LedgerTableProps) {
  const { ledger } = texts
  return (
    <>
      <Table
        label={ledger.table}
        columns={[
          ledger.when,
          ledger.what,
          { title: ledger.leads, isNumeric: true },
          ledger.who,
          ledger.file,
          ledger.lot,
        ]}
        empty={ledger.none}
        rows={entries.map((entry) => ({
          key: entry.id,
          cells: [
            formatTime(entry.at),
            <span key="what">
              {ledger.kinds[entry.kind]}
              {entry.reason ? ` · ${entry.reason}` : null}
            </span>,
            signed(entry.amount),
            whoDid(entry, userId),
            entry.fileName,
            <span key="lot" title={entry.lotId}>
              {lotOf(entry)}
            </span>,
          ],
        }))}
      />
      {older ? <Link to={older}>{ledger.older}</Link> : null}
    </>
  )
}
