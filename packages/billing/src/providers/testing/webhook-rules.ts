import { expect, test } from 'vitest'
import { done, subscribe, type TestSystem, withCard } from './contract-system.ts'

export function webhookRules(system: TestSystem): void {
  test('tell what to read again, each with an id of its own that stays', async () => {
    const person = await withCard(system(), 'good')
    const { id } = done(await subscribe(person))
    const sent = await system().notifications()
    const readings = [...sent, ...sent].map(({ body, headers }) =>
      person.provider.readWebhook(body, headers, system().now()),
    )
    const events = readings.flatMap((reading) => (reading.status === 'verified' ? reading.events : []))
    expect(readings.every(({ status }) => status === 'verified')).toBe(true)
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length / 2)
    expect(events.map(({ object }) => object)).toContainEqual({ kind: 'subscription', id })
    expect(events.map(({ object }) => object.kind)).toEqual(expect.arrayContaining(['account', 'invoice']))
  })

  test('name an invoice whose account the provider tells', async () => {
    const person = await withCard(system(), 'good')
    await subscribe(person)
    const [invoice] = await person.provider.listInvoices(person.code)
    expect(await person.provider.accountOfInvoice(invoice?.id ?? '')).toBe(person.code)
    expect(await person.provider.accountOfInvoice('nobody0000000')).toBeUndefined()
  })

  test('are refused when a byte differs, the signature is missing, or five minutes have passed', async () => {
    await withCard(system(), 'good')
    const [sent] = await system().notifications()
    if (!sent) throw new Error('The provider sent no webhook')
    const { provider, now } = system()
    const later = (seconds: number) => new Date(now().getTime() + seconds * 1000)
    const read = (body: Uint8Array, headers: Headers, at: Date) => {
      const reading = provider.readWebhook(body, headers, at)
      return reading.status === 'refused' ? reading.reason : reading.status
    }
    expect(read(sent.body, sent.headers, later(299))).toBe('verified')
    expect(read(sent.body, sent.headers, later(301))).toBe('stale')
    expect(read(sent.body, sent.headers, later(-301))).toBe('stale')
    expect(read(sent.body, new Headers(), now())).toBe('unsigned')
    const other = Uint8Array.from(sent.body)
    other[10] = (other[10] ?? 0) ^ 1
    expect(read(other, sent.headers, now())).toBe('forged')
  })
}
