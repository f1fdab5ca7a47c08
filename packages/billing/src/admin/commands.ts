import { recordAudit } from '@freeor/accounts/commands'
import { companies } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { Site } from '@freeor/kernel/site'
import type { Database, Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { getBilledSite } from '../billed-sites.ts'
import { findPlan, type PlanID } from '../plans.ts'
import type { Customer } from '../queries.ts'
import { requireSeats } from '../seats/queries.ts'
import { ensureCustomer } from '../subscriptions/commands.ts'
import { findLiveSubscription, findOpenIntent, lockCustomer } from '../subscriptions/queries.ts'
import { customers } from '../tables.ts'

/** A super admin's action on a company. `superAdminUserId` is undefined for the command line. */
export type CompanyAction = {
  readonly companyId: string
  readonly superAdminUserId: string | undefined
  readonly reason: string
  readonly now: Date
  readonly ipAddress?: string | undefined
}

export type HandPlan = CompanyAction & { readonly site: Site; readonly planID: PlanID }

/**
 * Puts a company on a plan that nobody bills, with what it gives from now on.
 * @throws AppError invalid_request for a plan the site does not have; conflict while a provider bills it: only the
 *   owner's settings end or change that, and the provider's next answer would overwrite what we write; conflict when it
 *   has more people than the plan has seats
 */
export async function setPlanByHand(db: Database, change: HandPlan): Promise<void> {
  const { companyId, site, planID, superAdminUserId: actorUserId, reason, now, ipAddress } = change
  if (!findPlan(site, planID)) throw new AppError('invalid_request', 'There is no such plan.')
  await db.transaction(async (tx) => {
    // Locked as by a user who joins the company, and before the customer's row.
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
        planID,
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
    await getBilledSite(site).onPlanGiven?.(tx, await lockCustomer(tx, customer.id), now)
    await recordAudit(tx, {
      action: 'plan.set_by_hand',
      now,
      actorUserId,
      companyId,
      ipAddress,
      objectType: 'customer',
      objectId: customer.id,
      details: { site, from: customer.planID, to: planID, reason },
    })
  })
}

async function refuseBilled(tx: Tx, customer: Customer): Promise<void> {
  if (await findLiveSubscription(tx, customer))
    throw new AppError('conflict', 'A provider bills this company. Its subscription must end first.')
  if (await findOpenIntent(tx, customer.id))
    throw new AppError('conflict', 'A payment of this company is under way. Please try again in a moment.')
}
