import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import type { z } from 'zod'
import type { Customer } from './tables.ts'

/** An id of the catalogue. */
export type PlanID = string

/** What every plan has; what it allows is typed by the package that sells it. */
export type SoldPlan = {
  readonly planID: PlanID
  readonly shortname: string
  readonly name: string
  readonly description: string
  /** Cents a month, USD. */
  readonly price: number
  /** Shown among the plans to choose from. If not, users who have its id can still subscribe to it. */
  readonly public: boolean
}

/** The plans of one site. A plan's id stays. */
export type PlanSeller<P extends SoldPlan = SoldPlan> = {
  readonly site: Site
  /**
   * The suffix of a plan's id in its code at the provider, which keeps one price per code: the ids are the same on
   * every site. No plan's id ends with one. Empty for one site.
   */
  readonly codeSuffix: string
  /** Cheapest first. */
  readonly shipped: readonly P[]
  /** What a plan allows, as the operator may set it. */
  readonly figures: Readonly<Record<string, z.ZodType>>
  /** The plan with what follows from its figures. */
  complete(plan: P): P
  /** People in addition to the owner. */
  seatsOf(plan: P): number
}

/** A change from the plan of a live subscription to another one of the same site. */
export type PlanMove = {
  readonly customer: Customer
  readonly from: { readonly planID: PlanID; readonly priceCents: number }
  readonly to: SoldPlan
  /** For the rest of the period; both are 0 for a plan that costs nothing, to which the subscription ends. */
  readonly chargeCents: number
  readonly creditCents: number
  readonly now: Date
}

/** Credits that come at once or, when negative, are taken back; and those that come with each later payment. */
export type MovedCredits = { readonly now: number; readonly monthly: number }

/** The provider's answer about a customer was stored; `before` is the row as it was. */
export type CustomerRead = { readonly before: Customer; readonly after: Customer; readonly now: Date }

/**
 * What billing knows of a site: its plans, and what it is asked and told in the current transaction, with the
 * customer's row locked. A site that does not sell credits needs only its plans.
 */
export type BilledSite = {
  readonly plans: PlanSeller
  /** Somebody chose the free plan, and it has begun. */
  onFreePlanBegun?(tx: Tx, customer: Customer, now: Date): Promise<void>
  /** A super admin put the customer on a plan that nobody bills. */
  onPlanGiven?(tx: Tx, customer: Customer, now: Date): Promise<void>
  /** The provider was read: a subscription began, moved or ended, or invoices were paid. */
  onCustomerRead?(tx: Tx, read: CustomerRead): Promise<void>
  /** @throws AppError conflict when what the move gives back in money was used up */
  refuseMove?(tx: Tx, move: PlanMove): Promise<void>
  previewMove?(tx: Tx, move: PlanMove): Promise<MovedCredits>
}
