import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ProviderEvent, WebhookReading } from '../ports.ts'

const TOLERANCE_MS = 300_000

/** JSON notifications, https://docs.recurly.com/recurly-subscriptions/docs/webhooks: light, and the only ones signed. */
const notification = z.looseObject({
  id: z.string().min(1).max(100),
  object_type: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  event_time: z.string().min(1).max(100),
  account_code: z.string().nullish(),
})

const kinds: ReadonlyMap<string, ProviderEvent['object']['kind']> = new Map([
  ['account', 'account'],
  ['subscription', 'subscription'],
  ['invoice', 'invoice'],
  ['charge_invoice', 'invoice'],
  ['credit_invoice', 'invoice'],
])

/**
 * Reads a notification signed with `recurly-signature: <milliseconds>,<hex>[,<hex>]`, each an HMAC-SHA256 over
 * `<milliseconds>.<body>` (https://docs.recurly.com/recurly-subscriptions/docs/signature-verification). XML notifications
 * carry no signature and are refused like any unsigned one. A verified notification about something we do not bill
 * has no events. Recurly numbers no notification: its object, kind and time are the same each time it is sent, and so
 * are those of two changes within a second.
 */
export function readWebhook(key: string, rawBody: Uint8Array, headers: Headers, now: Date): WebhookReading {
  const [sentAt, ...signatures] = (headers.get('recurly-signature') ?? '')
    .split(',')
    .map((part) => part.trim())
  if (!sentAt || signatures.length === 0) return { status: 'refused', reason: 'unsigned' }
  const expected = createHmac('sha256', key).update(`${sentAt}.`).update(rawBody).digest()
  if (!signatures.some((signature) => isSame(expected, signature)))
    return { status: 'refused', reason: 'forged' }
  if (!(Math.abs(now.getTime() - Number(sentAt)) <= TOLERANCE_MS))
    return { status: 'refused', reason: 'stale' }
  const parsed = notification.safeParse(parseJson(rawBody))
  if (!parsed.success) return { status: 'refused', reason: 'unreadable' }
  return { status: 'verified', events: eventsOf(parsed.data) }
}

function eventsOf(body: z.infer<typeof notification>): ProviderEvent[] {
  // A payment, a refund or whatever else names an account is a reason to read that account.
  const kind = kinds.get(body.object_type) ?? (body.account_code ? 'account' : undefined)
  if (!kind) return []
  const type = `${body.object_type}.${body.event_type}`
  return [
    {
      id: `${type}:${body.id}:${body.event_time}`,
      type,
      object: { kind, id: body.id },
      accountCode: body.account_code ?? null,
    },
  ]
}

function isSame(expected: Buffer, signature: string): boolean {
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch {
    return undefined
  }
}
