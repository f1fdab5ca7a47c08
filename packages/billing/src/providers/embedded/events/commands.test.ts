import { beforeEach, expect, test } from 'vitest'
import { sign, signatureHeader } from '../signature.ts'
import { openProviderFixture, type ProviderFixture } from '../testing.ts'
import { deliverEvents } from './commands.ts'

const { inFixture, subscribed } = openProviderFixture()
let system: ProviderFixture['system']

beforeEach(() => {
  ;({ system } = inFixture())
})

test('events are sent in order and signed; one that is not accepted is retried later and blocks no other', async () => {
  await subscribed('tok_visa')
  const taken: string[] = []
  let isRefused = true
  const receive = async (rawBody: Uint8Array, headers: Headers) => {
    const reading = system.provider.readWebhook(rawBody, headers, system.clock.now())
    if (reading.status !== 'verified') throw new Error(reading.reason)
    const types = reading.events.map(({ type }) => type)
    if (isRefused && types.includes('account.updated')) throw new Error('not this one')
    taken.push(...types)
  }
  await expect(deliverEvents(system.deps, receive)).rejects.toThrow('not this one')
  expect(taken).toEqual(['account.created', 'subscription.created', 'invoice.paid'])
  isRefused = false
  await deliverEvents(system.deps, receive)
  expect(taken).toEqual(['account.created', 'subscription.created', 'invoice.paid', 'account.updated'])
})

test('a webhook is accepted only with our signature over its exact bytes, and for 300 seconds', () => {
  const { provider, clock, deps } = system
  const text = '{"id":"e1","type":"x","object":{"kind":"invoice","id":"i1"},"accountCode":null}'
  const rawBody = new TextEncoder().encode(text)
  const read = (signature: string | undefined, body = rawBody) =>
    provider.readWebhook(body, new Headers(signature ? { [signatureHeader]: signature } : {}), clock.now())
  const good = sign(deps.secret, rawBody, clock.now())
  expect(read(good)).toMatchObject({ status: 'verified', events: [{ id: 'e1' }] })
  expect(read(undefined)).toMatchObject({ reason: 'unsigned' })
  expect(read(good.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toMatchObject({ reason: 'forged' })
  expect(read(sign('another secret', rawBody, clock.now()))).toMatchObject({ reason: 'forged' })
  expect(read(good, new TextEncoder().encode(text.replace('e1', 'e2')))).toMatchObject({ reason: 'forged' })
  expect(read('t=1,v1=00')).toMatchObject({ reason: 'forged' })
  const seconds = (by: number) => new Date(clock.now().getTime() + by * 1000)
  expect(read(sign(deps.secret, rawBody, seconds(-299)))).toMatchObject({ status: 'verified' })
  expect(read(sign(deps.secret, rawBody, seconds(-301)))).toMatchObject({ reason: 'stale' })
  expect(read(sign(deps.secret, rawBody, seconds(301)))).toMatchObject({ reason: 'stale' })
  const nonsense = new TextEncoder().encode('{"id":1}')
  expect(read(sign(deps.secret, nonsense, clock.now()), nonsense)).toMatchObject({ reason: 'unreadable' })
})
