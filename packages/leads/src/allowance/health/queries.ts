import { type CreditViolation, checkCredits } from '@freeor/credits/check-credits'
import type { Tx } from '@freeor/postgres/database'
import { type SQL, sql } from 'drizzle-orm'

/**
 * I11: no period is granted twice (lots that rolled over before a plan lost its rollover expire later than a month, and
 * the billing day is kept in whole seconds). An invoice grants what it bought, once it is paid, and no leads stay whose
 * money was refunded. Each query answers the rows that break a rule, as (id, detail).
 */
const checks: readonly SQL[] = [
  sql`
    SELECT later.id, format('its period begins inside that of %s', lot.id) AS detail
    FROM credit_lots lot
    JOIN credit_lots later ON later.company_id = lot.company_id AND later.site = lot.site
      AND later.kind = 'cycle' AND later.origin = lot.origin
      AND later.starts_at > lot.starts_at AND later.starts_at < lot.expires_at - interval '1 second'
    WHERE lot.kind = 'cycle' AND lot.expires_at <= lot.starts_at + interval '31 days'
      AND lot.period NOT LIKE 'invoice %' AND later.period NOT LIKE 'invoice %'`,
  sql`
    SELECT coalesce(lot.id, invoice.invoice_id) AS id,
      format('lot %s, bought %s by an invoice that is %s', lot.granted, invoice.leads, invoice.state) AS detail
    FROM (SELECT * FROM credit_lots WHERE period LIKE 'invoice %') lot
    FULL JOIN (
        SELECT bought.*, paid.company_id, paid.state FROM lead_invoices bought
        JOIN billing_invoices paid ON paid.id = bought.invoice_id WHERE bought.leads > 0
      ) invoice
      ON lot.period = 'invoice ' || invoice.invoice_id AND lot.company_id = invoice.company_id
    WHERE lot.granted IS DISTINCT FROM invoice.leads OR invoice.leads_applied <> invoice.leads
      OR invoice.state IN ('pending', 'past_due')`,
  sql`
    SELECT invoice_id AS id, format('%s leads were given back in money, %s of them are still owed', -leads, leads_applied - leads)
      AS detail
    FROM lead_invoices WHERE leads < 0 AND leads_applied <> leads`,
]

/** Everything about leads that breaks I1, I3 or I11; empty when all is well. For `doctor` and after every fault. */
export async function checkLedger(tx: Tx): Promise<CreditViolation[]> {
  const violations = await checkCredits(tx)
  for (const query of checks) {
    const { rows } = await tx.execute<{ id: string; detail: string }>(query)
    violations.push(...rows.map((row) => ({ invariant: 'I11' as const, ...row })))
  }
  return violations
}
