import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, sql } from 'drizzle-orm'
import { webhookLimits } from '../limits.ts'
import { testEvent, type WebhookEventName } from '../schema.ts'
import { webhookDeliveries, webhookEndpoints } from '../tables.ts'

type Data = {
  'download.ready': {
    downloadId: string
    dictId: string
    searchName: string
    format: string
    rows: number
    newLeads: number
    bytes: number
    sha256: string
  }
  'download.failed': { downloadId: string; dictId: string; searchName: string; reason: string }
  'dataset.imported': { dictId: string; version: number; rows: number }
  'alert.found': {
    searchId: string
    searchName: string
    dictId: string
    version: number
    leads: number
    /** The first of them. */
    leadIds: readonly string[]
  }
  'plan.changed': { before: string; after: string; status: string }
  'allowance.low': { leadsRemaining: number; leadsPerMonth: number; usedPercent: number }
}

/** What has happened, without anybody's contact data. */
export type WebhookEvent = { [Type in WebhookEventName]: { type: Type; data: Data[Type] } }[WebhookEventName]

type Telling = {
  /** Every company's when undefined. */
  readonly companyId: string | undefined
  readonly event: WebhookEvent
  readonly now: Date
}

/**
 * Remembers an event for each endpoint that wants it, in the transaction in which it happens: what is rolled back is
 * told to nobody, and what is committed is told to all.
 */
export async function tellWebhooks(tx: Tx, { companyId, event, now }: Telling): Promise<void> {
  const endpoints = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        companyId === undefined ? undefined : eq(webhookEndpoints.companyId, companyId),
        eq(webhookEndpoints.state, 'active'),
        sql`${event.type} = ANY(${webhookEndpoints.events})`,
      ),
    )
    .orderBy(webhookEndpoints.id)
    // Otherwise one that is deleted now would take the transaction down with it.
    .for('key share')
  if (endpoints.length === 0) return
  const body = bodyOf(event, now)
  await tx
    .insert(webhookDeliveries)
    .values(endpoints.map(({ id }) => newDelivery({ endpointId: id, event: event.type, body, now })))
}

/** Remembers a test for one endpoint. Gives its id. */
export async function tellTest(tx: Tx, endpointId: string, now: Date): Promise<string> {
  const body = bodyOf({ type: testEvent, data: { endpointId } }, now)
  const delivery = newDelivery({ endpointId, event: testEvent, body, now })
  await tx.insert(webhookDeliveries).values(delivery)
  return delivery.id
}

type New = {
  readonly endpointId: string
  readonly event: string
  readonly body: string
  readonly now: Date
}

const newDelivery = ({ now, ...of }: New) => ({
  ...{ id: newId('msg'), ...of },
  state: 'waiting' as const,
  nextAttemptAt: now,
  createdAt: now,
})

/** The body that Standard Webhooks proposes. Long texts are cut, and lists are short, so it stays small. */
export function bodyOf(event: { readonly type: string; readonly data: object }, now: Date): string {
  const shorten = (_key: string, value: unknown): unknown => {
    if (typeof value === 'string') return [...value].slice(0, webhookLimits.text).join('')
    return Array.isArray(value) ? value.slice(0, webhookLimits.ids) : value
  }
  return JSON.stringify({ type: event.type, timestamp: now.toISOString(), data: event.data }, shorten)
}
