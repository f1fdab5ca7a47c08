import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'

/**
 * I20: a promo record, its lot and the mailboxes that it was granted for say the same number; no lot of a shared search
 * is without its record. That a mailbox counts once is its table's key.
 */
export async function checkPromos(tx: Tx): Promise<{ invariant: 'I20'; id: string; detail: string }[]> {
  const { rows } = await tx.execute<{ id: string; detail: string }>(sql`
    SELECT p.id, format('%s leads for %s mailboxes, lot %s, mailboxes kept %s', p.value, p.recipients,
        coalesce(lot.granted::text, 'none'), kept.mailboxes) AS detail
    FROM promos p
    LEFT JOIN credit_lots lot ON lot.company_id = p.company_id AND lot.kind = 'promo' AND lot.period = p.code
    CROSS JOIN LATERAL (SELECT count(*) AS mailboxes FROM rewarded_addresses r WHERE r.promo_id = p.id) kept
    WHERE lot.granted IS DISTINCT FROM p.value OR kept.mailboxes <> p.recipients
    UNION ALL
    SELECT lot.id, 'a lot of a shared search without its promo record' FROM credit_lots lot
    WHERE lot.kind = 'promo' AND lot.period LIKE 'share eml\\_%'
      AND NOT EXISTS (SELECT 1 FROM promos p WHERE p.code = lot.period AND p.company_id = lot.company_id)`)
  return rows.map((row) => ({ invariant: 'I20' as const, ...row }))
}
