import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import type { Invalid } from '../ports.ts'
import { subscriptionEvent, tell } from './charges/commands.ts'
import type { EmbeddedDeps } from './ports.ts'
import type { Account, Subscription } from './queries.ts'
import { embeddedAccounts, embeddedSubscriptions } from './tables.ts'

/** Everything that changes an account's money takes the account's lock first. */
export async function lockAccount(tx: Tx, accountId: string): Promise<Account | undefined> {
  const [account] = await tx
    .select()
    .from(embeddedAccounts)
    .where(eq(embeddedAccounts.id, accountId))
    .for('update')
  return account
}

export const invalid = (code: Invalid['code'], message: string): Invalid => ({
  status: 'invalid',
  code,
  message,
})

export type Ending = 'canceled' | 'expired' | 'incomplete_expired'

/** Ends a subscription of a locked account. */
export async function endSubscription(
  deps: EmbeddedDeps,
  tx: Tx,
  account: Account,
  { subscription, as }: { readonly subscription: Subscription; readonly as: Ending },
): Promise<Subscription> {
  const now = deps.clock.now()
  return await setSubscription(deps, tx, account, {
    subscription,
    type: 'ended',
    values: {
      status: as,
      endedAt: now,
      nextAttemptAt: null,
      cancelAtPeriodEnd: false,
      ...(as === 'canceled' && { canceledAt: subscription.canceledAt ?? now }),
    },
  })
}

type SubscriptionChange = {
  readonly subscription: Pick<Subscription, 'id'>
  /** The type of the event. */
  readonly type: string
  readonly values: Partial<Omit<Subscription, 'id' | 'uuid' | 'accountId'>>
}

/** Writes a change of a subscription of a locked account, and its event. */
export async function setSubscription(
  deps: EmbeddedDeps,
  tx: Tx,
  account: Account,
  { subscription, type, values }: SubscriptionChange,
): Promise<Subscription> {
  const [updated] = await tx
    .update(embeddedSubscriptions)
    .set(values)
    .where(eq(embeddedSubscriptions.id, subscription.id))
    .returning()
  if (!updated) throw new Error('A subscription disappeared within its transaction')
  await tell(deps, tx, account, subscriptionEvent(type, updated))
  return updated
}
