import { createHmac } from 'node:crypto'
import type { BillingProvider } from '../ports.ts'
import { openRecurly } from '../recurly/provider.ts'
import { type FaultGate, openFaultGate } from './adapters/fault-gate.ts'
import { type RecurlyServer, serveRecurly } from './adapters/recurly-server.ts'
import { openValidatingProxy } from './adapters/validating-proxy.ts'
import { advance, endDunning } from './recurly-behaviour.ts'
import { type CardManner, type FakeNotification, type FakeSite, fakeId, newSite } from './recurly-state.ts'

const keys = {
  apiKey: 'private-key-of-the-fake-site',
  publicKey: 'ewr1-PublicKeyOfTheFakeSite',
  webhookKey: 'webhook-key-of-the-fake-site',
}

export type RecurlySystem = {
  provider: BillingProvider
  site: FakeSite
  gate: FaultGate
  server: RecurlyServer
  keys: typeof keys
  /** How long the client waits; may be changed. */
  transport: { readMs: number; writeMs: number }
  /** What the card fields in the browser would give. */
  token(manner: CardManner): string
  advance(ms: number): void
  endDunning(): void
  /** A notification as Recurly would deliver it now. */
  deliver(notification: FakeNotification): { body: Uint8Array; headers: Headers }
  /** @throws Error when a call did not match Recurly's document */
  close(): Promise<void>
}

/**
 * Recurly's client, a gate that loses things, Prism with Recurly's document, and the fake site, over real HTTP. Without
 * Prism, where `isChecked` is false, calls cost a fifth.
 */
export async function openRecurlySystem({ isChecked = true } = {}): Promise<RecurlySystem> {
  const site = newSite(new Date('2026-01-31T10:00:00Z'))
  const server = await serveRecurly(site, keys.apiKey)
  const proxy = isChecked ? await openValidatingProxy(server.url) : undefined
  const gate = await openFaultGate(proxy?.url ?? server.url)
  const transport = { origin: gate.url, readMs: 300_000, writeMs: 300_000 }
  const provider = openRecurly(keys, transport)
  let cards = 1000
  return {
    provider,
    site,
    gate,
    server,
    keys,
    transport,
    token(manner) {
      const tokenId = `tok${fakeId()}`
      cards += 1
      site.tokens.set(tokenId, { manner, lastFour: String(cards) })
      return tokenId
    },
    advance: (ms) => advance(site, ms),
    endDunning: () => endDunning(site),
    deliver: (notification) => sign(JSON.stringify(notification), keys.webhookKey, site.now),
    async close() {
      await gate.close()
      await proxy?.close()
      await server.close()
      if (gate.violations.length > 0) throw new Error(gate.violations.join('\n'))
    },
  }
}

/** A body with its `recurly-signature`. */
export function sign(body: string, key: string, at: Date): { body: Uint8Array; headers: Headers } {
  const signature = createHmac('sha256', key).update(`${at.getTime()}.${body}`).digest('hex')
  return {
    body: Buffer.from(body),
    headers: new Headers({
      'content-type': 'application/json',
      'recurly-signature': `${at.getTime()},${signature}`,
    }),
  }
}
