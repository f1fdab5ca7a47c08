import { companies, users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { customers } from '../../tables.ts'
import { billedBy } from '../billed-by.ts'
import type { BillingDeps } from '../ports.ts'
import { readProvider } from '../readings/commands.ts'
import { hasEnded } from '../subscription-state.ts'
import { billingIntents } from '../tables.ts'

/**
 * Refuses to delete while a request to the provider is open for one of the companies, whose rows are locked: what the
 * provider may still charge would belong to nobody. An intent begins under the same lock, so none begins afterwards.
 * @throws AppError conflict
 */
export async function refuseWhileAsking(tx: Tx, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return
  const isOpen = and(inArray(billingIntents.companyId, [...companyIds]), eq(billingIntents.state, 'started'))
  const [open] = await tx.select({ id: billingIntents.id }).from(billingIntents).where(isOpen).limit(1)
  if (open)
    throw new AppError(
      'conflict',
      'A change of your subscription is under way. Please delete your account in a few minutes.',
    )
}

/**
 * Ends every live subscription at the provider for a customer whose owner's account was deleted, and removes the card.
 * The provider is asked what is live there, whatever our record says. Repeating it changes nothing.
 * @throws AppError unavailable when the provider is away: then `paymentsEndedAt` stays empty, and it is repeated
 */
export async function endPayments(deps: BillingDeps, customerId: string): Promise<void> {
  const [customer] = await deps.db.select().from(customers).where(eq(customers.id, customerId))
  if (!customer?.accountId) return
  const { provider } = billedBy(deps, customer)
  for (const { id, status } of await provider.listSubscriptions(customer.id))
    if (!hasEnded(status)) await provider.terminate(id)
  await provider.removeCard(customer.accountId)
  await readProvider(deps, customer.id, async (tx) => {
    const paymentsEndedAt = deps.clock.now()
    await tx.update(customers).set({ paymentsEndedAt }).where(eq(customers.id, customer.id))
  })
}

/** Customers of deleted owners for whom a provider may still bill: not ended yet, or living again by a late answer. */
export async function listUnended(tx: Tx): Promise<string[]> {
  const mayBeBilled = and(
    isNotNull(customers.subscriptionId),
    inArray(customers.subscriptionStatus, ['active', 'pending', 'past_due', 'past due', 'failed']),
  )
  const rows = await tx
    .select({ id: customers.id })
    .from(customers)
    .innerJoin(companies, eq(companies.id, customers.companyId))
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .where(
      and(
        isNotNull(users.deletedAt),
        isNotNull(customers.accountId),
        or(isNull(customers.paymentsEndedAt), mayBeBilled),
      ),
    )
    .limit(500)
  return rows.map(({ id }) => id)
}
