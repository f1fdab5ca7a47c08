import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { WebhookReading } from '../ports.ts'

export const signatureHeader = 'freeor-signature'

const toleranceMs = 300_000

const mac = (secret: string, seconds: string, rawBody: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest()

/** `t=<seconds since 1970>,v1=<hex of the HMAC-SHA-256 over "t." and the raw body>` */
export function sign(secret: string, rawBody: Uint8Array, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1000))
  return `t=${seconds},v1=${mac(secret, seconds, rawBody).toString('hex')}`
}

const eventBody = z.object({
  id: z.string().min(1).max(100),
  type: z.string().min(1).max(100),
  object: z.object({
    kind: z.enum(['account', 'subscription', 'invoice']),
    id: z.string().min(1).max(100),
  }),
  accountCode: z.string().min(1).max(100).nullable(),
})

type Received = { readonly rawBody: Uint8Array; readonly headers: Headers; readonly now: Date }

/** Checks the signature in constant time and its age both ways, then reads which object the event is about. */
export function readSigned(secret: string, { rawBody, headers, now }: Received): WebhookReading {
  const header = headers.get(signatureHeader)
  if (!header) return { status: 'refused', reason: 'unsigned' }
  const [, seconds, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (!seconds || !hex) return { status: 'refused', reason: 'forged' }
  if (!timingSafeEqual(Buffer.from(hex, 'hex'), mac(secret, seconds, rawBody)))
    return { status: 'refused', reason: 'forged' }
  if (Math.abs(now.getTime() - Number(seconds) * 1000) > toleranceMs)
    return { status: 'refused', reason: 'stale' }
  const event = eventBody.safeParse(parse(rawBody))
  return event.success
    ? { status: 'verified', events: [event.data] }
    : { status: 'refused', reason: 'unreadable' }
}

function parse(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
  } catch {
    return undefined
  }
}
