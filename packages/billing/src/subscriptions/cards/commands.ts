import { AppError } from '@freeor/kernel/errors'
import { type Site, sites } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { and, eq, isNotNull } from 'drizzle-orm'
import { findPlan } from '../../plans.ts'
import { customers } from '../../tables.ts'
import { billedBy } from '../billed-by.ts'
import { begin } from '../commands.ts'
import { finishIntent } from '../intents/commands.ts'
import { noticeOfRemovedCard } from '../notices.ts'
import type { BillingDeps } from '../ports.ts'
import { findCustomer, findLiveSubscription, getOwner } from '../queries.ts'

type HandedOver = { readonly companyId: string; readonly now: Date }

/**
 * Removes the former owner's cards from our record, in the transaction that hands the company over, and notifies the
 * new owner. The providers are asked afterwards by `removeFormerCard`; until it is done, `cardRemovalDueAt` says so.
 */
export async function forgetFormerCards(
  tx: Tx,
  { companyId, now }: HandedOver,
  notify: BillingDeps['notify'],
): Promise<void> {
  const handedOn = await tx
    .update(customers)
    .set({ card: null, cardRemovalDueAt: now, updatedAt: now })
    .where(and(eq(customers.companyId, companyId), isNotNull(customers.accountId)))
    .returning()
  for (const { site } of handedOn) {
    const live = await findLiveSubscription(tx, { companyId, site })
    if (!live) continue
    const planName = findPlan(site, live.planID)?.name ?? live.planID
    const nextPaymentAt = live.cancelAtPeriodEnd ? null : live.currentPeriodEnd
    await notify(tx, { companyId, site, ...noticeOfRemovedCard({ planName, nextPaymentAt }) })
  }
}

/**
 * Removes a former owner's card at the provider; does nothing when that was done or the new owner gave their own card.
 * Removing is an intent like any change, so it never races with a card that is just being added.
 * @throws AppError conflict while something else is under way; unavailable when the provider is away: it is repeated
 */
export async function removeFormerCard(deps: BillingDeps, customerId: string): Promise<void> {
  const [customer] = await deps.db.select().from(customers).where(eq(customers.id, customerId))
  if (!customer?.cardRemovalDueAt || !customer.accountId) return
  const { companyId, site, accountId } = customer
  const { userId } = await getOwner(deps.db, companyId)
  const { intent } = await begin(deps, {
    asker: { companyId, site, userId },
    wish: async (_tx, held) => {
      if (!held.cardRemovalDueAt) throw new AppError('conflict', 'The new owner has given a card.')
      return { kind: 'remove_card', planID: null, subscriptionId: null }
    },
  })
  const own = billedBy(deps, customer)
  // An account that the provider does not know has no card there.
  await own.provider.removeCard(accountId)
  await finishIntent(own, intent)
}

/** The customers whose former owner's card is still to be removed. */
export async function listFormerCards(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(isNotNull(customers.cardRemovalDueAt))
    .limit(500)
  return rows.map(({ id }) => id)
}

/** The company's customers, whose bills and cards follow its owner. */
export async function listCustomersOf(tx: Tx, companyId: string): Promise<string[]> {
  const rows = await tx.select({ id: customers.id }).from(customers).where(eq(customers.companyId, companyId))
  return rows.map(({ id }) => id)
}

/** The payment account follows the owner's new address, on both sites. For a job: the provider may be away. */
export async function followOwnerEmail(deps: BillingDeps, companyId: string): Promise<void> {
  const { email } = await getOwner(deps.db, companyId)
  const follow = async (site: Site) => {
    const customer = await findCustomer(deps.db, { companyId, site })
    if (!customer?.accountId || customer.email === email) return
    const { provider } = billedBy(deps, customer)
    const outcome = await provider.updateAccount(customer.accountId, { email })
    if (outcome.status !== 'ok') throw new Error(`The provider refused an address: ${outcome.status}`)
    await deps.db
      .update(customers)
      .set({ email: outcome.account.email, updatedAt: deps.clock.now() })
      .where(eq(customers.id, customer.id))
  }
  throwFailures(await doEach(sites, (site) => `${companyId} ${site}`, follow))
}
