import { recordAudit } from '@freeor/accounts/commands'
import { companies } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { Site } from '@freeor/kernel/site'
import type { Database, Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { lockLeadCustomer } from '../commands.ts'
import { fitLotsToGivenPlan, grantPromoLot } from '../lots/commands.ts'
import { findPlan, type PlanId } from '../plans.ts'
import type { Customer } from '../queries.ts'
import { refundDebit } from '../reservations/commands.ts'
import { requireSeats } from '../seats/queries.ts'
import { ensureCustomer } from '../subscriptions/commands.ts'
import { findLiveSubscription, findOpenIntent, lockCustomer } from '../subscriptions/queries.ts'
import { customers } from '../tables.ts'

/** An operator's deed on a company. `operatorUserId` is undefined for the command line. */
type CompanyDeed = {
  readonly companyId: string
  readonly operatorUserId: string | undefined
  readonly reason: string
  readonly now: Date
  readonly ipAddress?: string | undefined
}

export type HandGrant = CompanyDeed & {
  readonly amount: number
  readonly expiresAt: Date | null
  /** The same key is granted to a company once. */
  readonly key: string
}

export type HandGrantOutcome =
  | { readonly status: 'granted'; readonly lotId: string }
  | { readonly status: 'already_granted' }

/**
 * Gives a company leads as a promotional lot, with its ledger row and audit row in one transaction.
 * @throws AppError payment_required when it never had a plan; invalid_request for an expiry that is past
 */
export async function grantByHand(db: Database, grant: HandGrant): Promise<HandGrantOutcome> {
  const { companyId, operatorUserId: actorUserId, amount, expiresAt, key, reason, now, ipAddress } = grant
  if (expiresAt && expiresAt <= now)
    throw new AppError('invalid_request', 'Please give an expiry that is still to come')
  return await db.transaction(async (tx) => {
    await lockLeadCustomer(tx, companyId)
    const by = actorUserId === undefined ? {} : { userId: actorUserId }
    const code = `operator ${key}`
    const lotId = await grantPromoLot(tx, { companyId, code, amount, expiresAt, reason, now, ...by })
    if (lotId === undefined) return { status: 'already_granted' }
    const details = { amount, expiresAt: expiresAt?.toISOString() ?? null, reason }
    const object = { objectType: 'lot', objectId: lotId }
    await recordAudit(tx, {
      action: 'leads.granted',
      now,
      actorUserId,
      companyId,
      ipAddress,
      ...object,
      details,
    })
    return { status: 'granted', lotId }
  })
}

export type HandRefund = Omit<CompanyDeed, 'companyId'> & { readonly downloadId: string }

export type HandRefundOutcome =
  | { readonly status: 'refunded'; readonly amount: number }
  | { readonly status: 'already_refunded' }

/**
 * Gives a company back what a file cost it, once, with its ledger row and audit row in one transaction. The file and
 * its leads stay theirs.
 * @throws AppError not_found for no such file; conflict for one that cost nothing, or is not ready
 */
export async function refundByHand(db: Database, refund: HandRefund): Promise<HandRefundOutcome> {
  const { downloadId, operatorUserId: actorUserId, reason, now, ipAddress } = refund
  return await db.transaction(async (tx) => {
    const outcome = await refundDebit(tx, { downloadId, userId: actorUserId, reason, now })
    if (outcome.status === 'nothing_debited') throw new AppError('conflict', 'This file cost nothing.')
    if (outcome.status === 'already_refunded') return outcome
    const { amount, companyId } = outcome
    const object = { objectType: 'download', objectId: downloadId }
    await recordAudit(tx, {
      action: 'leads.refunded',
      now,
      actorUserId,
      companyId,
      ipAddress,
      ...object,
      details: { amount, reason },
    })
    return { status: 'refunded', amount }
  })
}

export type HandPlan = CompanyDeed & { readonly site: Site; readonly planID: PlanId }

/**
 * Puts a company on a plan that nobody bills, with its leads from now on.
 * @throws AppError invalid_request for a plan the site does not have;
 *   conflict while a provider bills it: the owner's settings end or change that, and what we wrote would be overwritten
 *   by what the provider says; conflict when it has more people than the plan has seats
 */
export async function setPlanByHand(db: Database, change: HandPlan): Promise<void> {
  const { companyId, site, planID, operatorUserId: actorUserId, reason, now, ipAddress } = change
  if (!findPlan(site, planID)) throw new AppError('invalid_request', 'There is no such plan.')
  await db.transaction(async (tx) => {
    // As whoever comes in locks it, and before the customer's row.
    await tx
      .select({ id: companies.id })
      .from(companies)
      .where(eq(companies.id, companyId))
      .for('no key update')
    const customer = await ensureCustomer(tx, { companyId, site }, now)
    await refuseBilled(tx, customer)
    await requireSeats(tx, { companyId, site, planID })
    await tx
      .update(customers)
      .set({
        planId: planID,
        subscriptionStatus: 'active',
        processor: null,
        subscriptionId: null,
        subscriptionUuid: null,
        billedThrough: null,
        canceledAt: null,
        cancelAtPeriodEnd: false,
        updatedAt: now,
      })
      .where(eq(customers.id, customer.id))
    if (site === 'leads') await fitLotsToGivenPlan(tx, await lockCustomer(tx, customer.id), now)
    await recordAudit(tx, {
      action: 'plan.set_by_hand',
      now,
      actorUserId,
      companyId,
      ipAddress,
      objectType: 'customer',
      objectId: customer.id,
      details: { site, from: customer.planId, to: planID, reason },
    })
  })
}

async function refuseBilled(tx: Tx, customer: Customer): Promise<void> {
  if (await findLiveSubscription(tx, customer))
    throw new AppError('conflict', 'A provider bills this company. Its subscription must end first.')
  if (await findOpenIntent(tx, customer.id))
    throw new AppError('conflict', 'A payment of this company is under way. Please try again in a moment.')
}
