import { recordAudit } from '@freeor/accounts/commands'
import { type Acting, actionOf, lockCompany } from '@freeor/accounts/companies/commands'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, count, eq, inArray, lt, sql } from 'drizzle-orm'
import { tellTest } from './events/commands.ts'
import { webhookLimits } from './limits.ts'
import type { WebhookDeps } from './ports.ts'
import { getEndpoint, toEndpoint } from './queries.ts'
import type { NewWebhookInput, WebhookChanges, WebhookEndpoint } from './schema.ts'
import { secretOf } from './signature.ts'
import { webhookDeliveries, webhookEndpoints } from './tables.ts'

type Deps = Pick<WebhookDeps, 'db' | 'clock' | 'secret' | 'network'>
export type WithSecret = { readonly endpoint: WebhookEndpoint; readonly secret: string }

const right = 'webhooks.manage'

/** @throws AppError invalid_request */
function requireUrl({ network }: Pick<Deps, 'network'>, url: string): string {
  const refusal = network.refuseUrl(url)
  if (refusal) throw new AppError('invalid_request', refusal, { details: { field: 'url' } })
  return new URL(url).href
}

/** Adds an endpoint. Only this answer has its secret. @throws AppError invalid_request, conflict at ten, forbidden */
export async function addWebhook(deps: Deps, acting: Acting, input: NewWebhookInput): Promise<WithSecret> {
  const url = requireUrl(deps, input.url)
  const now = deps.clock.now()
  const { companyId, userId } = acting.scope
  return await deps.db.transaction(async (tx) => {
    await lockCompany(tx, acting.scope, right)
    const [had] = await tx
      .select({ endpoints: count() })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.companyId, companyId))
    if ((had?.endpoints ?? 0) >= webhookLimits.endpoints)
      throw new AppError('conflict', `You have ${webhookLimits.endpoints} webhooks. Please delete one first.`)
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({
        ...{ id: newId('whk'), companyId, userId, url, events: input.events },
        ...{ state: 'active' as const, createdAt: now, updatedAt: now },
      })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    await audit(tx, {
      acting,
      now,
      action: 'webhook.added',
      id: row.id,
      details: { url, events: input.events },
    })
    return { endpoint: toEndpoint(row, 0), secret: secretOf(deps.secret, row) }
  })
}

type Audited = {
  readonly acting: Acting
  readonly now: Date
  readonly action: string
  readonly id: string
  readonly details?: Record<string, unknown>
}

async function audit(tx: Tx, { acting, now, action, id, details }: Audited): Promise<void> {
  await recordAudit(tx, {
    ...actionOf(acting, now),
    ...{ action, objectType: 'webhook', objectId: id },
    ...(details && { details }),
  })
}

/** Changes where an endpoint is, what it is told of, or whether it is on. @throws AppError not_found, invalid_request */
export async function changeWebhook(
  deps: Deps,
  acting: Acting,
  { endpointId, changes }: { readonly endpointId: string; readonly changes: WebhookChanges },
): Promise<WebhookEndpoint> {
  const { active, events } = changes
  const url = changes.url === undefined ? undefined : requireUrl(deps, changes.url)
  const now = deps.clock.now()
  return await deps.db.transaction(async (tx) => {
    await lockCompany(tx, acting.scope, right)
    const before = await getEndpoint(tx, acting.scope, endpointId)
    const on = { state: 'active', offReason: null, failingSince: null, toldAt: null } as const
    const off = { state: 'off', offReason: 'by_hand' } as const
    const [row] = await tx
      .update(webhookEndpoints)
      .set({
        ...(url !== undefined && { url }),
        ...(url !== undefined && url !== before.url && { failingSince: null, toldAt: null }),
        ...(events && { events }),
        // One that fails and is said to be on stays as it is: it is told of again only once it was off.
        ...(active === true && before.state === 'off' && on),
        ...(active === false && before.state === 'active' && off),
        updatedAt: now,
      })
      .where(eq(webhookEndpoints.id, endpointId))
      .returning()
    if (!row) throw new AppError('not_found', 'There is no such webhook')
    if (row.state === 'off') await giveUpWaiting(tx, endpointId, now)
    await audit(tx, { acting, now, action: 'webhook.changed', id: endpointId, details: { changes } })
    return toEndpoint(row, await countWaiting(tx, endpointId))
  })
}

async function countWaiting(tx: Tx, endpointId: string): Promise<number> {
  const isWaiting = and(
    eq(webhookDeliveries.endpointId, endpointId),
    inArray(webhookDeliveries.state, ['waiting', 'sending']),
  )
  return await tx.$count(webhookDeliveries, isWaiting)
}

/** What waits for an endpoint that is off is given up; it may be sent again by hand. */
export async function giveUpWaiting(tx: Tx, endpointId: string, now: Date): Promise<void> {
  const isWaiting = and(
    eq(webhookDeliveries.endpointId, endpointId),
    inArray(webhookDeliveries.state, ['waiting', 'sending']),
  )
  await tx.update(webhookDeliveries).set({ state: 'failed', endedAt: now }).where(isWaiting)
}

/** A new secret. For a day the former one signs too. @throws AppError not_found */
export async function turnSecret(deps: Deps, acting: Acting, endpointId: string): Promise<WithSecret> {
  const now = deps.clock.now()
  return await deps.db.transaction(async (tx) => {
    await lockCompany(tx, acting.scope, right)
    await getEndpoint(tx, acting.scope, endpointId)
    const [row] = await tx
      .update(webhookEndpoints)
      .set({
        secretNo: sql`${webhookEndpoints.secretNo} + 1`,
        formerSecretUntil: new Date(now.getTime() + webhookLimits.formerSecretMs),
        updatedAt: now,
      })
      .where(eq(webhookEndpoints.id, endpointId))
      .returning()
    if (!row) throw new AppError('not_found', 'There is no such webhook')
    await audit(tx, { acting, now, action: 'webhook.secret_turned', id: endpointId })
    return {
      endpoint: toEndpoint(row, await countWaiting(tx, endpointId)),
      secret: secretOf(deps.secret, row),
    }
  })
}

/** @throws AppError not_found */
export async function deleteWebhook(deps: Deps, acting: Acting, endpointId: string): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    await lockCompany(tx, acting.scope, right)
    const { url } = await getEndpoint(tx, acting.scope, endpointId)
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId))
    await audit(tx, { acting, now, action: 'webhook.deleted', id: endpointId, details: { url } })
  })
}

const offText = 'This webhook is off. Please turn it on first.'

/** Sends a test event soon. @throws AppError not_found, conflict for one that is off */
export async function testWebhook(deps: Deps, acting: Acting, endpointId: string): Promise<{ id: string }> {
  return await deps.db.transaction(async (tx) => {
    await lockCompany(tx, acting.scope, right)
    const { state } = await getEndpoint(tx, acting.scope, endpointId)
    if (state === 'off') throw new AppError('conflict', offText)
    return { id: await tellTest(tx, endpointId, deps.clock.now()) }
  })
}

/**
 * Sends again what was delivered or given up, under its `webhook-id`.
 * @throws AppError not_found; conflict while it is on its way, and for an endpoint that is off
 */
export async function replayDelivery(
  deps: Deps,
  acting: Acting,
  { endpointId, deliveryId }: { readonly endpointId: string; readonly deliveryId: string },
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    await lockCompany(tx, acting.scope, right)
    const { state } = await getEndpoint(tx, acting.scope, endpointId)
    const isIt = and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.endpointId, endpointId))
    const [delivery] = await tx.select().from(webhookDeliveries).where(isIt).for('update')
    if (!delivery) throw new AppError('not_found', 'There is no such delivery')
    if (delivery.endedAt === null) throw new AppError('conflict', 'This is on its way already.')
    if (state === 'off') throw new AppError('conflict', offText)
    await tx
      .update(webhookDeliveries)
      .set({ state: 'waiting', tries: 0, nextAttemptAt: now, endedAt: null })
      .where(isIt)
  })
}

/** What ended long ago is forgotten, with its attempts. */
export async function forgetDeliveries(tx: Tx, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - webhookLimits.keptMs)
  await tx.delete(webhookDeliveries).where(lt(webhookDeliveries.endedAt, longAgo))
}
