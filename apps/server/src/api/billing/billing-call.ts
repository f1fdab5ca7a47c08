import { spendHumanPass } from '@freeor/accounts/human-check/commands'
import { findPlan, type PlanID } from '@freeor/billing/plans'
import type { CustomerAnswer } from '@freeor/billing/schema'
import type { Asker, Outcome, SpendPass } from '@freeor/billing/subscriptions/commands'
import { getOwner, readCustomer } from '@freeor/billing/subscriptions/queries'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Site } from '@freeor/kernel/site'
import type { Deps } from '../../deps.ts'

type BillingCall = { deps: Deps; site: Site; user(): UserActor; company(): Promise<CompanyScope> }

const notFound = () => new AppError('not_found', 'There is nothing here under that name.')

/** Who asks, for which company, on which site. */
export async function askerOf({ site, company }: BillingCall): Promise<Asker> {
  const { companyId, userId } = await company()
  return { companyId, userId, site }
}

/**
 * Checks that the path names the provider of this installation, or the built-in one that was configured before, where
 * subscriptions can still be ended.
 * @throws AppError not_found for any other
 */
export function requireProvider(
  { billing }: Deps,
  name: string,
  { alsoFormer } = { alsoFormer: true },
): void {
  if (name === billing.provider.name) return
  if (!alsoFormer || name !== billing.former?.name) throw notFound()
}

/**
 * Checks that the path and body name what is the caller's own: the owner's uid or address, the company's payment
 * account or subscription.
 * @throws AppError not_found, the same for somebody else's and for what never existed
 */
export async function requireOwn(
  call: BillingCall,
  named: { uid?: string; email?: string; accountId?: string; subscriptionId?: string },
): Promise<void> {
  const { db } = call.deps
  const asker = await askerOf(call)
  const { uid, email, accountId, subscriptionId } = named
  const owner = await getOwner(db, asker.companyId)
  if (uid !== undefined && uid !== owner.userId) throw notFound()
  if (email !== undefined && email.trim().toLowerCase() !== owner.email) throw notFound()
  if (accountId !== undefined) {
    const { customer_id } = await readCustomer(db, asker, call.deps.clock.now())
    if (customer_id === null || customer_id !== accountId) throw notFound()
  }
  if (subscriptionId !== undefined) {
    // A subscription that has ended passes too: the command then says so.
    const { subscription_id, subscription_uuid } = await readCustomer(db, asker, call.deps.clock.now())
    if (![subscription_id, `uuid-${subscription_uuid}`].includes(subscriptionId)) throw notFound()
  }
}

/** The plan of the site that was called. @throws AppError invalid_request for one that is not in its catalogue */
export function requirePlan({ site }: BillingCall, code: string): PlanID {
  const plan = findPlan(site, code)
  if (!plan) throw new AppError('invalid_request', 'There is no such plan.')
  return plan.planID
}

/** Spends the caller's pass in the command's first transaction. */
export function spending({ deps, user }: BillingCall, pass: string): SpendPass {
  const { userId } = user()
  return async (tx) => await spendHumanPass(tx, { pass, userId, now: deps.clock.now() })
}

/**
 * The customer record after a command.
 * @throws AppError payment_failed with `transactionError` when the card was refused; conflict with `type` validation
 *   when the provider refused
 */
export async function customerAfter(call: BillingCall, outcome: Outcome): Promise<CustomerAnswer> {
  switch (outcome.status) {
    case 'ok':
      return await readCustomer(call.deps.db, await askerOf(call), call.deps.clock.now())
    case 'declined': {
      const { transactionError } = outcome
      throw new AppError('payment_failed', `${transactionError.message} Please try again.`, {
        details: { transactionError },
      })
    }
    case 'invalid': {
      const reason = { error: 'validation', reason: outcome.code }
      if (outcome.code === 'no_card' || outcome.code === 'bad_token')
        throw new AppError('payment_failed', `${outcome.message} Please try again.`, { details: reason })
      throw new AppError('conflict', outcome.message, { details: reason })
    }
    default:
      return outcome satisfies never
  }
}
