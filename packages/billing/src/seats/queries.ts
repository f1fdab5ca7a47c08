import { countPeople } from '@freeor/accounts/companies/queries'
import { AppError } from '@freeor/kernel/errors'
import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { getBilledSite } from '../billed-sites.ts'
import { planInForce } from '../plan-in-force.ts'
import { findPlanOf, getPlan, type PlanID } from '../plans.ts'
import { billingIntents } from '../subscriptions/tables.ts'
import { customers } from '../tables.ts'

/** Seats of a plan in addition to the owner's; 0 for a plan that is not in the catalogue. */
function seatsOf(site: Site, planID: string | null): number {
  const { plans } = getBilledSite(site)
  const plan = planID === null ? undefined : findPlanOf(plans, planID)
  return plan ? plans.seatsOf(plan) : 0
}

/**
 * People a company may have in addition to its owner. One set of people works on both sites, so the larger of its two
 * plans counts; a subscription that has ended, or was never paid, gives none. While a change to a smaller plan, or an
 * end, is requested at the provider, the smaller number counts already, so nobody joins meanwhile.
 */
export async function countPlanSeats(tx: Tx, companyId: string): Promise<number> {
  const rows = await tx
    .select({ customer: customers, kind: billingIntents.kind, wanted: billingIntents.planID })
    .from(customers)
    .leftJoin(
      billingIntents,
      and(eq(billingIntents.customerId, customers.id), eq(billingIntents.state, 'started')),
    )
    .where(eq(customers.companyId, companyId))
  const seats = rows.map(({ customer, kind, wanted }) => {
    const isMoving = kind === 'change' || kind === 'terminate'
    const now = seatsOf(customer.site, planInForce(customer) ?? null)
    return isMoving ? Math.min(now, seatsOf(customer.site, wanted)) : now
  })
  return Math.max(0, ...seats)
}

export type Choice = { readonly companyId: string; readonly site: Site; readonly planID: PlanID }

/** The seats a company would have with this plan on this site, together with what it has on the other one. */
export async function countSeatsWith(tx: Tx, { companyId, site, planID }: Choice): Promise<number> {
  const rows = await tx.select().from(customers).where(eq(customers.companyId, companyId))
  const others = rows
    .filter((row) => row.site !== site)
    .map((row) => seatsOf(row.site, planInForce(row) ?? null))
  return Math.max(seatsOf(site, planID), ...others)
}

/**
 * Refuses a plan with fewer seats than there are people in the company. The company's row is locked, as when a user
 * joins. An open invitation does not count: when it is opened it says that all seats are taken.
 * @throws AppError conflict with the numbers
 */
export async function requireSeats(tx: Tx, choice: Choice): Promise<void> {
  const { taken } = await countPeople(tx, choice.companyId)
  const seats = await countSeatsWith(tx, choice)
  if (taken <= seats) return
  const people = taken === 1 ? '1 person is' : `${taken} people are`
  const has = seats === 0 ? 'no seats for others' : seats === 1 ? '1 seat' : `${seats} seats`
  throw new AppError(
    'conflict',
    `${people} in your account beside its owner, and ${getPlan(choice.site, choice.planID).name} has ${has}. Please remove ${taken - seats} first.`,
    { details: { seats, people: taken } },
  )
}
