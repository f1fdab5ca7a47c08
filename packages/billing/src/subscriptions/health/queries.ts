import { AppError } from '@freeor/kernel/errors'
import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { count, isNotNull, sql } from 'drizzle-orm'
import { findPlan, readPlanCode } from '../../plans.ts'
import { checkBooks, listStuckRenewals } from '../../providers/embedded/queries.ts'
import type { BillingProvider } from '../../providers/ports.ts'
import type { Customer } from '../../queries.ts'
import { countPlanSeats } from '../../seats/queries.ts'
import { customers } from '../../tables.ts'
import { findLiveSubscription, findOpenIntent } from '../queries.ts'
import { hasEnded } from '../subscription-state.ts'

export type BillingViolation = {
  readonly invariant: 'I4' | 'I5' | 'I13' | 'I14'
  readonly id: string
  readonly detail: string
}

type Checked = {
  readonly db: Tx
  readonly provider: BillingProvider
  readonly former?: BillingProvider
  readonly now: Date
}

/** How long a stored event may wait before it counts as forgotten. */
const patienceMs = 3_600_000

/**
 * I4: at most one live subscription a company and site, equal to the provider's; the embedded provider's books add up.
 * I5: an event is stored once, applied at most once, and not forgotten. I13: nobody pays for an account that was
 * deleted, or with a card that is a former owner's. I14: a company that pays has no more people than seats. A customer
 * with something under way is left out: what is not finished yet may differ.
 */
export async function checkSubscriptions(checked: Checked): Promise<BillingViolation[]> {
  const { db, now } = checked
  const found = [
    ...(await checkRows(db)),
    ...(await checkPlans(db)),
    ...(await checkEvents(db, now)),
    ...(await checkPayers(db, now)),
    ...(await checkSeats(db)),
  ]
  const accounts = await db.select().from(customers).where(isNotNull(customers.accountId))
  for (const customer of accounts) {
    if ((await findOpenIntent(db, customer.id)) || (await hasOpenEvent(db, customer.id))) continue
    const detail = await compare(checked, customer)
    if (detail !== undefined) found.push({ invariant: 'I4', id: customer.id, detail })
  }
  const books = [...(await checkBooks(db)), ...(await listStuckRenewals(db, now))]
  for (const { id, detail } of books) found.push({ invariant: 'I4', id, detail })
  return found
}

export type UnknownPlan = { readonly site: Site; readonly planID: string; readonly companies: number }

/** Plans that companies have and the catalogue no longer has: the operator took them out of `plans.json`. */
export async function listUnknownPlans(db: Tx): Promise<UnknownPlan[]> {
  const { site, planID } = customers
  const plans = await db.select({ site, planID, companies: count() }).from(customers).groupBy(site, planID)
  return plans.filter((one) => !findPlan(one.site, one.planID))
}

async function checkPlans(db: Tx): Promise<BillingViolation[]> {
  const unknown = await listUnknownPlans(db)
  return unknown.map(({ site, planID, companies }) => ({
    invariant: 'I4',
    id: planID,
    detail: `${companies} on this plan of ${site}, which is not in the catalogue`,
  }))
}

async function checkRows(db: Tx): Promise<BillingViolation[]> {
  const { rows } = await db.execute<{ id: string; detail: string }>(sql`
    SELECT min(s.id) AS id, format('%s live subscriptions on %s', count(*), s.site) AS detail
    FROM subscriptions s WHERE ended_at IS NULL GROUP BY company_id, site HAVING count(*) > 1
    UNION ALL
    SELECT c.id, format('customer %s %s, subscription %s %s', c.subscription_status, c.plan_id, s.status, s.plan_id)
    FROM customers c JOIN subscriptions s ON s.customer_id = c.id AND s.provider_id = c.subscription_id
    WHERE s.status <> c.subscription_status OR s.plan_id <> c.plan_id
    UNION ALL
    SELECT s.id, format('lives, and its customer tells of %s', coalesce(c.subscription_id, 'none'))
    FROM subscriptions s JOIN customers c ON c.id = s.customer_id
    WHERE s.ended_at IS NULL AND c.subscription_id IS DISTINCT FROM s.provider_id`)
  return rows.map((row) => ({ invariant: 'I4', ...row }))
}

async function checkEvents(db: Tx, now: Date): Promise<BillingViolation[]> {
  const { rows } = await db.execute<{ id: string; detail: string }>(sql`
    SELECT min(id) AS id, format('event %s of %s stored %s times', event_id, provider, count(*)) AS detail
    FROM provider_events GROUP BY provider, event_id HAVING count(*) > 1
    UNION ALL
    SELECT id, format('applied %s times', applications) FROM provider_events WHERE applications > 1
    UNION ALL
    SELECT id, format('stored %s and never applied', received_at) FROM provider_events
    WHERE state = 'received' AND received_at < ${new Date(now.getTime() - patienceMs)}`)
  return rows.map((row) => ({ invariant: 'I5', ...row }))
}

async function hasOpenEvent(db: Tx, customerId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT 1 FROM provider_events WHERE account_code = ${customerId} AND state = 'received'
    UNION ALL
    SELECT 1 FROM embedded_events WHERE account_code = ${customerId} AND delivered_at IS NULL LIMIT 1`)
  return rows.length > 0
}

/** How long ending and removing may take while the provider answers. */
const endingPatienceMs = 300_000

async function checkPayers(db: Tx, now: Date): Promise<BillingViolation[]> {
  const before = new Date(now.getTime() - endingPatienceMs)
  const { rows } = await db.execute<{ id: string; detail: string }>(sql`
    SELECT c.id, format('the account was deleted %s, and %s may be billed', u.deleted_at, c.account_id) AS detail
    FROM customers c JOIN companies o ON o.id = c.company_id JOIN users u ON u.id = o.owner_user_id
    WHERE u.deleted_at < ${before} AND c.account_id IS NOT NULL AND (c.payments_ended_at IS NULL OR EXISTS (
      SELECT 1 FROM subscriptions s WHERE s.customer_id = c.id AND s.ended_at IS NULL))
    UNION ALL
    SELECT id, format('a former owner''s card is on file since %s', card_removal_due_at) FROM customers
    WHERE card_removal_due_at < ${before}`)
  return rows.map((row) => ({ invariant: 'I13', ...row }))
}

/**
 * Only where somebody pays for all that is used: when a plan has ended, or was not paid yet, its people stay, nobody can
 * use what it adds, and the next plan has to have room for them.
 */
async function checkSeats(db: Tx): Promise<BillingViolation[]> {
  const { rows } = await db.execute<{ id: string; people: number }>(sql`
    SELECT m.company_id AS id, count(*)::int AS people FROM company_members m
    WHERE m.role <> 'owner'
    AND EXISTS (SELECT 1 FROM subscriptions s WHERE s.company_id = m.company_id AND s.ended_at IS NULL)
    AND NOT EXISTS (
      SELECT 1 FROM customers c WHERE c.company_id = m.company_id
      AND c.subscription_status IN ('canceled', 'expired', 'incomplete_expired', 'pending', 'failed'))
    GROUP BY m.company_id`)
  const found: BillingViolation[] = []
  for (const { id, people } of rows) {
    const seats = await countPlanSeats(db, id)
    if (people > seats) found.push({ invariant: 'I14', id, detail: `${people} people on ${seats} seats` })
  }
  return found
}

/** What differs between the provider and us; undefined when nothing does. */
async function compare({ db, provider, former }: Checked, customer: Customer): Promise<string | undefined> {
  try {
    const asked = [provider, ...(former ? [former] : [])]
    const theirs = (await Promise.all(asked.map((each) => each.listSubscriptions(customer.id))))
      .flat()
      .filter(({ status }) => !hasEnded(status))
    if (theirs.length > 1) return `${theirs.length} live subscriptions at the provider`
    const ours = await findLiveSubscription(db, customer)
    const [read] = theirs
    const told = read && [
      read.id,
      readPlanCode(read.planCode)?.plan.planID,
      read.status,
      read.cancelAtPeriodEnd,
    ]
    const held = ours && [ours.providerId, ours.planID, ours.status, ours.cancelAtPeriodEnd]
    if (String(told) === String(held)) return undefined
    return `the provider has ${told ?? 'none'}, we have ${held ?? 'none'}`
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return 'the provider could not be asked'
    throw error
  }
}
