import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { webhookLimits } from './limits.ts'
import type { WebhookDelivery, WebhookEndpoint } from './schema.ts'
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from './tables.ts'

type EndpointRow = typeof webhookEndpoints.$inferSelect

export function toEndpoint(row: EndpointRow, waiting: number): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    active: row.state === 'active',
    offReason: row.offReason,
    failingSince: row.failingSince?.toISOString() ?? null,
    formerSecretUntil: row.formerSecretUntil?.toISOString() ?? null,
    waiting,
    createdAt: row.createdAt.toISOString(),
  }
}

const waitingOf = sql<number>`(
  SELECT count(*)::int FROM ${webhookDeliveries} d
  WHERE d.endpoint_id = ${sql.raw('webhook_endpoints.id')} AND d.state IN ('waiting', 'sending'))`

/** The company's endpoints, oldest first. */
export async function listWebhooks(tx: Tx, { companyId }: CompanyScope): Promise<WebhookEndpoint[]> {
  const rows = await tx
    .select({ row: webhookEndpoints, waiting: waitingOf })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.companyId, companyId))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  return rows.map(({ row, waiting }) => toEndpoint(row, waiting))
}

/** @throws AppError not_found for another company's endpoint, as for none */
export async function getEndpoint(tx: Tx, { companyId }: CompanyScope, id: string): Promise<EndpointRow> {
  const [row] = await tx
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.companyId, companyId)))
  if (!row) throw new AppError('not_found', 'There is no such webhook')
  return row
}

const attemptsShown = 10

/**
 * What was sent to an endpoint, latest first, with what came of it; `after` is the id of the last one already seen.
 * @throws AppError not_found
 */
export async function listDeliveries(
  tx: Tx,
  scope: CompanyScope,
  { endpointId, after }: { readonly endpointId: string; readonly after?: string | undefined },
): Promise<WebhookDelivery[]> {
  await getEndpoint(tx, scope, endpointId)
  const ofEndpoint = eq(webhookDeliveries.endpointId, endpointId)
  // By time and id: several may be of the same millisecond.
  const last = tx
    .select({ at: webhookDeliveries.createdAt, id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(ofEndpoint, eq(webhookDeliveries.id, after ?? '')))
  const isAfter =
    after === undefined
      ? undefined
      : sql`(${webhookDeliveries.createdAt}, ${webhookDeliveries.id}) < (${last})`
  const rows = await tx
    .select()
    .from(webhookDeliveries)
    .where(and(ofEndpoint, isAfter))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(webhookLimits.page)
  const attempts = await readAttempts(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, event, state, body, createdAt, nextAttemptAt }) => ({
    ...{ id, event, state, body },
    createdAt: createdAt.toISOString(),
    nextAttemptAt: state === 'waiting' ? nextAttemptAt.toISOString() : null,
    attempts: (attempts.get(id) ?? []).slice(0, attemptsShown),
  }))
}

async function readAttempts(tx: Tx, ids: readonly string[]) {
  const attempts = new Map<string, WebhookDelivery['attempts']>()
  if (ids.length === 0) return attempts
  const rows = await tx
    .select()
    .from(webhookAttempts)
    .where(inArray(webhookAttempts.deliveryId, [...ids]))
    .orderBy(desc(webhookAttempts.number))
  for (const { deliveryId, at, ...attempt } of rows)
    attempts.set(deliveryId, [...(attempts.get(deliveryId) ?? []), { ...attempt, at: at.toISOString() }])
  return attempts
}
