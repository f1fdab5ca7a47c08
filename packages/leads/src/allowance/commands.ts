import { users } from '@freeor/accounts/tables'
import { openCustomer } from '@freeor/billing/commands'
import { periodOf } from '@freeor/billing/queries'
import { type Customer, customers } from '@freeor/billing/tables'
import { addLot, writeOff } from '@freeor/credits/lots/commands'
import { listExpiredUnspent } from '@freeor/credits/lots/queries'
import { creditLots } from '@freeor/credits/tables'
import { AppError } from '@freeor/kernel/errors'
import type { Database, Tx } from '@freeor/postgres/database'
import { doEach, type Failure, throwFailures } from '@freeor/postgres/do-each'
import { and, eq, gt, notExists } from 'drizzle-orm'
import { rememberAddress, takeFreePeriod } from './free-months/commands.ts'
import { findRunningCycle } from './free-months/queries.ts'
import { isGrantedByPeriod, periodKey } from './grant-rule.ts'
import { getLeadPlan } from './lead-plans.ts'
import { leadsSite } from './site.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * An expired lot stays this long before it is written off, so nobody loses leads by a clock that was ahead for a while.
 */
const writeOffAfterMs = 60 * dayMs

export type Opening = {
  readonly companyId: string
  readonly planID: string
  readonly now: Date
  /** Stands for the owner's address. Without it, free leads are not counted for the address. */
  readonly addressKey?: string
}

/**
 * Makes a company a customer of Leads on a plan that begins now, with the first period's lot. A company that is one
 * already keeps what it has. If the owner's address had free leads within the last month, that month goes on: the
 * company gets no leads before it is over.
 */
export async function openLeadCustomer(tx: Tx, { addressKey, ...opening }: Opening): Promise<void> {
  const { companyId, now } = opening
  const anchor = addressKey === undefined ? undefined : await findRunningCycle(tx, addressKey, now)
  await openCustomer(tx, { ...opening, site: leadsSite, anchor })
  if (addressKey !== undefined) await rememberAddress(tx, { companyId, addressKey })
  await grantCycleLot(tx, { companyId, now })
}

/**
 * Locks the company's row as a customer of Leads. Everything that moves its credits does this first, so that two
 * transactions never lock its lots in different orders. A caller that writes rows in a user's name passes `userId`:
 * that user's row is then locked before the customer's, as a deletion and a change of address lock them.
 * @throws AppError payment_required when it never had a plan there.
 */
export async function lockLeadCustomer(tx: Tx, companyId: string, userId?: string): Promise<Customer> {
  if (userId) await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share')
  const isIt = and(eq(customers.companyId, companyId), eq(customers.site, leadsSite))
  const [customer] = await tx.select().from(customers).where(isIt).for('update')
  if (!customer) throw new AppError('payment_required', 'There is no plan for this account yet')
  return customer
}

export type GrantOutcome =
  | { readonly status: 'granted'; readonly lotId: string; readonly amount: number }
  | { readonly status: 'already_granted' }
  | { readonly status: 'not_due' }

/**
 * Grants the leads of the running period of a plan that nobody bills, once, however often and by whomever it is called,
 * and free leads once a month for the owner's address. The leads of a subscription come with its invoices.
 */
export async function grantCycleLot(
  tx: Tx,
  input: { readonly companyId: string; readonly now: Date },
): Promise<GrantOutcome> {
  return await grantPeriod(tx, await lockLeadCustomer(tx, input.companyId), input.now)
}

/** As `grantCycleLot`, for a customer whose row is locked. */
export async function grantPeriod(tx: Tx, customer: Customer, now: Date): Promise<GrantOutcome> {
  const plan = getLeadPlan(customer.planID)
  const period = periodOf(customer, now)
  if (!isGrantedByPeriod(customer) || plan.leads === 0) return { status: 'not_due' }
  if (!(await takeFreePeriod(tx, customer, period))) return { status: 'already_granted' }
  const lotId = await addLot(tx, {
    companyId: customer.companyId,
    site: customer.site,
    kind: 'cycle',
    period: periodKey(period),
    origin: plan.planID,
    amount: plan.leads,
    startsAt: period.start,
    expiresAt: plan.includesRollover ? null : period.end,
    now,
  })
  return lotId ? { status: 'granted', lotId, amount: plan.leads } : { status: 'already_granted' }
}

/**
 * The hourly job: grants each active customer the lot of its running period and writes off lots that expired long ago.
 * Each has its own transaction, so one that fails stops no other.
 * @throws AggregateError naming the companies and lots that failed, once all others were done
 */
export async function grantDueLots(
  db: Database,
  now: Date,
): Promise<{ granted: number; writtenOff: number }> {
  // No period is shorter than 28 days, so a customer with a lot younger than that is not due.
  const young = db
    .select({ id: creditLots.id })
    .from(creditLots)
    .where(
      and(
        eq(creditLots.companyId, customers.companyId),
        eq(creditLots.site, leadsSite),
        eq(creditLots.kind, 'cycle'),
        gt(creditLots.startsAt, new Date(now.getTime() - 28 * dayMs)),
      ),
    )
  const due = await db
    .select({ companyId: customers.companyId })
    .from(customers)
    .where(and(eq(customers.site, leadsSite), notExists(young)))
  let granted = 0
  const notGranted = await doEach(
    due,
    ({ companyId }) => companyId,
    async ({ companyId }) => {
      const outcome = await db.transaction((tx) => grantCycleLot(tx, { companyId, now }))
      if (outcome.status === 'granted') granted += 1
    },
  )
  const { writtenOff, failures } = await writeOffExpired(db, now)
  throwFailures([...notGranted, ...failures])
  return { granted, writtenOff }
}

async function writeOffExpired(
  db: Database,
  now: Date,
): Promise<{ writtenOff: number; failures: readonly Failure[] }> {
  const before = new Date(now.getTime() - writeOffAfterMs)
  const over = await listExpiredUnspent(db, { site: leadsSite, before })
  const failures = await doEach(
    over,
    ({ id }) => id,
    async ({ id: lotId, companyId }) =>
      await db.transaction(async (tx) => {
        await lockLeadCustomer(tx, companyId)
        await writeOff(tx, { lotId, before })
      }),
  )
  return { writtenOff: over.length - failures.length, failures }
}
