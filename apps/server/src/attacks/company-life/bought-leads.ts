import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'

/** Copied on purpose, so that the property does not rely on the code that it checks. Cents and leads a month. */
const plans = [
  ['freeor_basic', 5000, 1000],
  ['freeor_pro', 9900, 5000],
  ['freeor_biz', 49_900, 50_000],
] as const

const planValues = sql.join(
  plans.map(([code, price, leads]) => sql`(${code}::text, ${price}::numeric, ${leads}::numeric)`),
  sql`, `,
)

export type Overgranted = { companyId: string; detail: string }

/**
 * Companies that got more leads than were paid for. What was paid for is computed from the provider's own records and
 * the plans above: for each line of a paid invoice its cents over the plan's price, times the plan's leads; 25 for
 * each free month that was begun; and one for each change of plan. Leads that a change took back count as not
 * granted. A company whose change is under way, or for which an event of the provider is not applied yet, is left out:
 * orders of the first are refused, and the second is checked again.
 * @returns none when the property holds
 */
export async function findOvergranted(db: Tx): Promise<Overgranted[]> {
  const { rows } = await db.execute<Overgranted>(sql`
    WITH plan (code, price, leads) AS (VALUES ${planValues}),
    bought AS (
      SELECT c.company_id, sum((line ->> 'amountCents')::numeric / plan.price * plan.leads) AS leads,
        count(DISTINCT i.id) FILTER (WHERE i.kind = 'change') AS changes
      FROM embedded_invoices i
      JOIN embedded_accounts a ON a.id = i.account_id
      JOIN customers c ON c.id = a.code AND c.site = 'leads'
      CROSS JOIN LATERAL jsonb_array_elements(i.lines) line
      JOIN plan ON plan.code = line -> 'plan' ->> 'code'
      WHERE i.state = 'paid'
      GROUP BY c.company_id
    ),
    granted AS (
      SELECT lot.company_id,
        sum(lot.granted - coalesce(taken, 0)) FILTER (WHERE lot.origin <> 'freeor_free') AS paid,
        sum(lot.granted) FILTER (WHERE lot.origin = 'freeor_free') AS free,
        count(DISTINCT lot.starts_at) FILTER (WHERE lot.origin = 'freeor_free') AS months
      FROM credit_lots lot
      LEFT JOIN (
        SELECT lot_id, -sum(amount) AS taken FROM credit_ledger
        WHERE kind = 'expiry' AND reason = 'The plan was changed' GROUP BY lot_id
      ) back ON back.lot_id = lot.id
      WHERE lot.site = 'leads' AND lot.kind = 'cycle'
      GROUP BY lot.company_id
    )
    SELECT company_id AS "companyId",
      format('granted %s of paid plans, paid for %s; %s free in %s months',
        granted.paid, round(bought.leads, 2), granted.free, granted.months) AS detail
    FROM granted LEFT JOIN bought USING (company_id)
    WHERE NOT EXISTS (
      SELECT FROM billing_intents open WHERE open.company_id = granted.company_id AND open.state = 'started'
    ) AND NOT EXISTS (
      SELECT FROM embedded_events told JOIN customers c ON c.id = told.account_code
      LEFT JOIN provider_events heard ON heard.event_id = told.id
      WHERE c.company_id = granted.company_id AND coalesce(heard.state, 'received') = 'received'
    ) AND (coalesce(granted.paid, 0) > coalesce(bought.leads, 0) + coalesce(bought.changes, 0) + 0.001
      OR coalesce(granted.free, 0) > 25 * coalesce(granted.months, 0))`)
  return rows
}
