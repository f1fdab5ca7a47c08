import type { Tx } from '@freeor/postgres/database'
import { and, eq, sql } from 'drizzle-orm'
import { postEventTo } from '../adapters/post-event.ts'
import { giveUpWaiting } from '../commands.ts'
import { webhookLimits } from '../limits.ts'
import type { Outcome, WebhookDeps } from '../ports.ts'
import { nextAttempt } from '../retry.ts'
import { secretsOf, signedHeaders } from '../signature.ts'
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from '../tables.ts'

type Delivery = typeof webhookDeliveries.$inferSelect
type Endpoint = typeof webhookEndpoints.$inferSelect

/**
 * Sends what is due until nothing is left. Any number of processes may run it: a delivery is claimed in a statement of
 * its own, and the claim of one that died ends after a minute, when it is sent again. @returns how many were sent
 */
export async function deliverDueEvents(deps: WebhookDeps, signal?: AbortSignal): Promise<number> {
  let sent = 0
  const work = async (): Promise<void> => {
    while (!signal?.aborted) {
      const delivery = await claimDue(deps)
      if (!delivery) return
      await deliver(deps, delivery, signal)
      sent += 1
    }
  }
  const results = await Promise.allSettled(Array.from({ length: webhookLimits.concurrency.process }, work))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return sent
}

/** The one that has been due longest, of an endpoint that is not busy: a slow one holds up its own alone. */
async function claimDue({ db, clock }: WebhookDeps): Promise<Delivery | undefined> {
  const now = clock.now()
  const due = sql`
    SELECT d.id FROM ${webhookDeliveries} d
    JOIN ${webhookEndpoints} e ON e.id = d.endpoint_id AND e.state = 'active'
    WHERE d.state IN ('waiting', 'sending') AND d.next_attempt_at <= ${now}
      AND (SELECT count(*) FROM ${webhookDeliveries} b
        WHERE b.endpoint_id = d.endpoint_id AND b.state = 'sending' AND b.next_attempt_at > ${now})
        < ${webhookLimits.concurrency.endpoint}
    ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED`
  const [delivery] = await db
    .update(webhookDeliveries)
    .set({
      state: 'sending',
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      tries: sql`${webhookDeliveries.tries} + 1`,
      nextAttemptAt: new Date(now.getTime() + webhookLimits.leaseMs),
    })
    // `=`, not `IN`: the planner may run an IN's subquery again for each row, and so claim more than one.
    .where(sql`${webhookDeliveries.id} = (${due})`)
    .returning()
  return delivery
}

async function deliver(deps: WebhookDeps, delivery: Delivery, signal?: AbortSignal): Promise<void> {
  const { db, clock, secret, network } = deps
  const [endpoint] = await db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, delivery.endpointId))
  if (!endpoint) return
  const { id, body } = delivery
  const begun = clock.now()
  const headers = signedHeaders(secretsOf(secret, endpoint, begun), { id, body, now: begun })
  const started = performance.now()
  const outcome = await postEventTo(network)({ url: endpoint.url, headers, body, signal })
  // The server stops: the claim ends by itself, and another one sends it.
  if (signal?.aborted && outcome.status === null) return
  const milliseconds = Math.round(performance.now() - started)
  await db.transaction(async (tx) => await record(deps, tx, { delivery, outcome, begun, milliseconds }))
}

type Tried = {
  readonly delivery: Delivery
  readonly outcome: Outcome
  readonly begun: Date
  readonly milliseconds: number
}

/** Under the endpoint's lock, so that of attempts that end together one tells the owner. */
async function record(deps: WebhookDeps, tx: Tx, tried: Tried): Promise<void> {
  const { delivery, outcome, begun, milliseconds } = tried
  const [endpoint] = await tx
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, delivery.endpointId))
    .for('no key update')
  if (!endpoint) return
  const held = and(
    eq(webhookDeliveries.id, delivery.id),
    eq(webhookDeliveries.state, 'sending'),
    eq(webhookDeliveries.attempts, delivery.attempts),
  )
  const now = deps.clock.now()
  const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300
  const [recorded] = await tx
    .update(webhookDeliveries)
    .set(isDelivered ? { state: 'delivered', endedAt: now } : stateAfterFailure(tried, now))
    .where(held)
    .returning({ id: webhookDeliveries.id })
  // Its claim had ended: another one has it, or it was given up.
  if (!recorded) return
  const said = { status: outcome.status, error: outcome.status === null ? outcome.error : null }
  await tx
    .insert(webhookAttempts)
    .values({ deliveryId: delivery.id, number: delivery.attempts, at: begun, milliseconds, ...said })
  await followOutcome(deps, tx, { endpoint, isDelivered, isGone: outcome.status === 410, now })
}

function stateAfterFailure({ delivery, outcome }: Tried, now: Date) {
  const retryAfter = outcome.status === null ? undefined : outcome.retryAfter
  const at = nextAttempt({ tries: delivery.tries, now, retryAfter, random: Math.random() })
  return at === undefined
    ? { state: 'failed' as const, endedAt: now }
    : { state: 'waiting' as const, nextAttemptAt: at }
}

type Followed = {
  readonly endpoint: Endpoint
  readonly isDelivered: boolean
  readonly isGone: boolean
  readonly now: Date
}

/** An endpoint that fails for long is told of, and later turned off; one that says it is gone is off at once. */
async function followOutcome(deps: WebhookDeps, tx: Tx, followed: Followed): Promise<void> {
  const { endpoint, isDelivered, isGone, now } = followed
  const { id, companyId, url, toldAt } = endpoint
  const set = async (values: Partial<typeof webhookEndpoints.$inferInsert>) =>
    await tx.update(webhookEndpoints).set(values).where(eq(webhookEndpoints.id, id))
  if (isDelivered) {
    if (endpoint.failingSince) await set({ failingSince: null, toldAt: null })
    return
  }
  const since = endpoint.failingSince ?? now
  const turnOff = async (offReason: 'gone' | 'failing') => {
    await set({ state: 'off', offReason, failingSince: since })
    await giveUpWaiting(tx, id, now)
    await deps.mailOwner(tx, { companyId, url, since, news: offReason === 'gone' ? 'gone' : 'off' })
  }
  if (isGone) return await turnOff('gone')
  const { toldAfterMs, offAfterMs, offAfterToldMs } = webhookLimits.failing
  const offAt = (told: Date) =>
    new Date(Math.max(since.getTime() + offAfterMs, told.getTime() + offAfterToldMs))
  if (toldAt && now >= offAt(toldAt)) return await turnOff('failing')
  if (!toldAt && now.getTime() - since.getTime() >= toldAfterMs) {
    await deps.mailOwner(tx, { companyId, url, since, news: 'failing', offAt: offAt(now) })
    await set({ failingSince: since, toldAt: now })
    return
  }
  if (!endpoint.failingSince) await set({ failingSince: since })
}
