import type { Customer } from '../queries.ts'
import type { BillingDeps } from './ports.ts'
import { hasEnded, readStatus } from './subscription-state.ts'

/**
 * Billing through the provider that bills this customer: while a subscription lives, the one that made it, also after
 * the installation was changed to another one; otherwise the one of the configuration.
 */
export function billedBy(
  deps: BillingDeps,
  { processor, subscriptionStatus }: Pick<Customer, 'processor' | 'subscriptionStatus'>,
): BillingDeps {
  const { former } = deps
  if (former === undefined || processor !== former.name) return deps
  return hasEnded(readStatus(subscriptionStatus)) ? deps : { ...deps, provider: former }
}
