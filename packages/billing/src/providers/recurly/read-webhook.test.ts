import { expect, test } from 'vitest'
import { sign } from '../testing/recurly-system.ts'
import { readWebhook } from './read-webhook.ts'

const key = 'the key of the endpoint'
const now = new Date('2026-03-01T12:00:00Z')

/** As in Recurly's documentation. */
const created = {
  id: 'ra8foq26o2dt',
  object_type: 'subscription',
  site_id: 'qc326l1hl8k9',
  event_type: 'created',
  event_time: '2022-07-26T22:01:56Z',
  uuid: '63ab531e1d5b1d47eaf1ef44eeb853c3',
}

const read = (content: unknown, at = now, signedWith = key) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const { body, headers } = sign(text, signedWith, at)
  return readWebhook(key, body, headers, now)
}

test('a notification names what to read again, and the same one always has the same id', () => {
  const reading = read(created)
  expect(reading).toEqual({
    status: 'verified',
    events: [
      {
        id: 'subscription.created:ra8foq26o2dt:2022-07-26T22:01:56Z',
        type: 'subscription.created',
        object: { kind: 'subscription', id: 'ra8foq26o2dt' },
        accountCode: null,
      },
    ],
  })
  expect(read({ ...created, more: 'later' }, new Date(now.getTime() - 60_000))).toEqual(reading)
  const later = read({ ...created, event_time: '2022-07-26T22:01:57Z' })
  expect(later).not.toEqual(reading)
})

test('the account is known when the body names it; both kinds of invoice are invoices', () => {
  expect(read({ ...created, object_type: 'account', account_code: 'cus_one' })).toMatchObject({
    events: [{ object: { kind: 'account' }, accountCode: 'cus_one' }],
  })
  for (const object_type of ['charge_invoice', 'credit_invoice', 'invoice'])
    expect(read({ ...created, object_type })).toMatchObject({ events: [{ object: { kind: 'invoice' } }] })
})

test('a notification about something we do not bill is verified and gives no events', () => {
  for (const object_type of ['payment', 'item', 'gift_card', 'constructor', '__proto__'])
    expect(read({ ...created, object_type })).toEqual({ status: 'verified', events: [] })
})

test('whatever else names an account is a reason to read it', () => {
  const told = { ...created, object_type: 'billing_info', event_type: 'updated', account_code: 'cus_one' }
  expect(read(told)).toMatchObject({
    events: [{ type: 'billing_info.updated', object: { kind: 'account' }, accountCode: 'cus_one' }],
  })
  const ofNobody = { ...created, object_type: 'dunning_event', account_code: null }
  expect(read(ofNobody)).toEqual({ status: 'verified', events: [] })
})

test('one of several signatures is enough, as while a key is exchanged', () => {
  const { body, headers } = sign(JSON.stringify(created), key, now)
  const [time, good] = (headers.get('recurly-signature') ?? '').split(',')
  const with_ = (value: string) =>
    readWebhook(key, body, new Headers({ 'recurly-signature': value }), now).status
  expect(with_(`${time},${'00'.repeat(32)},${good}`)).toBe('verified')
  expect(with_(`${time}, ${good}`)).toBe('verified')
  for (const wrong of [
    '',
    '0',
    `${time},`,
    `${time},${'00'.repeat(32)}`,
    `${time},zz`,
    `,${good}`,
    `${time}`,
    `${good}`,
  ])
    expect(with_(wrong)).toBe('refused')
})

test('the signed time counts, to the second and in both directions, and must be a time', () => {
  const reason = (at: Date) => {
    const reading = read(created, at)
    return reading.status === 'refused' ? reading.reason : reading.status
  }
  const off = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  expect([off(-300), off(300), off(-300.001), off(301)].map(reason)).toEqual([
    'verified',
    'verified',
    'stale',
    'stale',
  ])
  const { body, headers } = sign(JSON.stringify(created), key, now)
  const moved = (headers.get('recurly-signature') ?? '').replace(/^\d+/, String(now.getTime() + 1))
  expect(readWebhook(key, body, new Headers({ 'recurly-signature': moved }), now)).toMatchObject({
    reason: 'forged',
  })
})

test('another key, an unsigned XML notification and nonsense are refused', () => {
  expect(read(created, now, 'another key')).toMatchObject({ reason: 'forged' })
  const xml = '<?xml version="1.0"?><new_subscription_notification></new_subscription_notification>'
  expect(readWebhook(key, Buffer.from(xml), new Headers(), now)).toMatchObject({ reason: 'unsigned' })
  for (const text of [xml, '', '[]', 'null', '{"id":1}', '{"id":"a"}', '\u0000'])
    expect(read(text)).toMatchObject({ status: 'refused', reason: 'unreadable' })
  const { headers } = sign('x', key, now)
  expect(readWebhook(key, Uint8Array.from([0xff, 0xfe]), headers, now)).toMatchObject({ reason: 'forged' })
})
