import type { Tx } from '@freeor/postgres/database'
import { type SQL, sql } from 'drizzle-orm'

export type CreditViolation = {
  readonly invariant: 'I1' | 'I3' | 'I11'
  readonly id: string
  readonly detail: string
}

type Check = { readonly invariant: CreditViolation['invariant']; readonly query: SQL }

/**
 * Each query answers the rows that break a rule, as (id, detail).
 * I1: per lot, left + reserved = sum of its ledger >= 0, and reserved = what open reservations hold of it.
 * I3: a debit belongs to a settled reservation and they agree on the number; refunds give back no more than was
 * debited, and one of the whole all of it.
 * I11: a lot delivers no more than it was granted, to subjects begun before it expired.
 */
const checks: readonly Check[] = [
  {
    invariant: 'I1',
    query: sql`
      SELECT lot.id, format('left %s + reserved %s, ledger %s', lot."left", lot.reserved, coalesce(total, 0)) AS detail
      FROM credit_lots lot
      LEFT JOIN (SELECT lot_id, sum(amount) AS total FROM credit_ledger GROUP BY lot_id) ledger ON lot_id = lot.id
      WHERE lot."left" + lot.reserved <> coalesce(total, 0) OR lot."left" < 0 OR lot.reserved < 0`,
  },
  {
    invariant: 'I1',
    query: sql`
      SELECT lot.id, format('reserved %s, open reservations %s', lot.reserved, coalesce(held, 0)) AS detail
      FROM credit_lots lot
      LEFT JOIN (
        SELECT part.lot_id, sum(part.amount) AS held
        FROM credit_reservation_parts part JOIN credit_reservations r ON r.id = part.reservation_id
        WHERE r.state = 'held' GROUP BY part.lot_id
      ) open ON open.lot_id = lot.id
      WHERE lot.reserved <> coalesce(held, 0)`,
  },
  {
    invariant: 'I1',
    query: sql`
      SELECT r.id, format('reserved %s, parts %s', r.amount, coalesce(total, 0)) AS detail
      FROM credit_reservations r
      LEFT JOIN (SELECT reservation_id, sum(amount) AS total FROM credit_reservation_parts GROUP BY 1) parts
        ON reservation_id = r.id
      WHERE r.amount <> coalesce(total, 0)`,
  },
  {
    invariant: 'I3',
    query: sql`
      SELECT coalesce(r.subject_id, debit.subject_id) AS id,
        format('settled %s, debited %s', r.settled_amount, coalesce(debited, 0)) AS detail
      FROM credit_reservations r
      FULL JOIN (
        SELECT subject_id, -sum(amount) AS debited FROM credit_ledger WHERE kind = 'debit' GROUP BY subject_id
      ) debit ON debit.subject_id = r.subject_id
      WHERE r.id IS NULL OR coalesce(debited, 0) <> CASE WHEN r.state = 'settled' THEN r.settled_amount ELSE 0 END`,
  },
  {
    invariant: 'I3',
    query: sql`
      SELECT refund.subject_id AS id, format('refunded %s, settled %s', refunded, r.settled_amount) AS detail
      FROM (SELECT subject_id, sum(amount) AS refunded FROM credit_ledger WHERE kind = 'refund' GROUP BY 1) refund
      LEFT JOIN credit_reservations r ON r.subject_id = refund.subject_id
      LEFT JOIN credit_lots whole ON whole.kind = 'refund' AND whole.period = refund.subject_id
      WHERE r.settled_amount IS NULL OR refunded > r.settled_amount
        OR (whole.id IS NOT NULL AND refunded <> r.settled_amount)`,
  },
  {
    invariant: 'I11',
    query: sql`
      SELECT lot.id, format('granted %s, given %s, taken %s', lot.granted, given, taken) AS detail
      FROM credit_lots lot
      LEFT JOIN (
        SELECT lot_id,
          coalesce(sum(amount) FILTER (WHERE kind IN ('grant', 'refund')), 0) AS given,
          coalesce(-sum(amount) FILTER (WHERE kind IN ('debit', 'expiry')), 0) AS taken
        FROM credit_ledger GROUP BY lot_id
      ) moves ON moves.lot_id = lot.id
      WHERE given IS DISTINCT FROM lot.granted OR taken > lot.granted`,
  },
  {
    invariant: 'I11',
    query: sql`
      SELECT r.id, format('begun %s, its lot %s expired %s', r.created_at, part.lot_id, part.lot_expires_at) AS detail
      FROM credit_reservations r
      JOIN credit_reservation_parts part ON part.reservation_id = r.id
      WHERE r.created_at >= part.lot_expires_at`,
  },
]

/** Everything about credits that breaks I1, I3 or I11; empty when all is well. For `doctor` and after every fault. */
export async function checkCredits(tx: Tx): Promise<CreditViolation[]> {
  const violations: CreditViolation[] = []
  for (const { invariant, query } of checks) {
    const { rows } = await tx.execute<{ id: string; detail: string }>(query)
    for (const { id, detail } of rows) violations.push({ invariant, id, detail })
  }
  return violations
}
