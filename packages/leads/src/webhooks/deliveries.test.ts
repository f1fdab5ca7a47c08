import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newCompany } from '../downloads/testing.ts'
import { changeWebhook, forgetDeliveries, replayDelivery, testWebhook, turnSecret } from './commands.ts'
import { tellWebhooks } from './events/commands.ts'
import { listWebhooks } from './queries.ts'
import { webhookDeliveries } from './tables.ts'
import { openWebhookFixture } from './testing.ts'

/** Real servers of this process receive what is sent. */

const hour = 3_600_000
const { current, deps, receive, answering, add, send, log, tell } = openWebhookFixture()

test('an event arrives once, signed, as it was told, and the log says so', async () => {
  const { got, url } = await answering(204)
  const { endpoint, secret } = await add(url)
  await tell()
  await send()
  await send()
  expect(got).toHaveLength(1)
  const [{ headers, body } = { headers: {}, body: '' }] = got
  const verified = new Webhook(secret).verify(body, headers)
  expect(verified).toEqual({
    type: 'download.failed',
    timestamp: current().clock.now().toISOString(),
    data: {
      downloadId: 'dl_1',
      dictId: 'firms',
      searchName: 'Texans',
      reason: 'The file could not be written',
    },
  })
  expect(await log(endpoint.id)).toMatchObject([
    {
      id: headers['webhook-id'],
      state: 'delivered',
      body,
      attempts: [{ number: 1, status: 204, error: null }],
    },
  ])
})

test('the log goes on after the last one seen, also among events of the same millisecond', async () => {
  const { url } = await answering(204)
  const [{ endpoint }, other] = [await add(url), await add(url)]
  for (const reason of ['one', 'two', 'three']) await tell(reason)
  const all = (await log(endpoint.id)).map(({ id }) => id)
  expect(all).toHaveLength(3)
  expect((await log(endpoint.id, all[0])).map(({ id }) => id)).toEqual(all.slice(1))
  expect(await log(endpoint.id, all[2])).toEqual([])
  expect(await log(other.endpoint.id, all[0])).toEqual([])
})

test('what is rolled back is told to nobody, nor what another company does, nor an event that was not chosen', async () => {
  const { got, url } = await answering(200)
  await add(url)
  const stranger = await newCompany(current().db, { now: current().clock.now() })
  await tell('Somebody else’s', stranger.companyId)
  const undone = current().db.transaction(async (tx) => {
    const data = { dictId: 'firms', version: 2, rows: 3 }
    await tellWebhooks(tx, {
      companyId: undefined,
      event: { type: 'dataset.imported', data },
      now: current().clock.now(),
    })
    const failed = { downloadId: 'dl_1', dictId: 'firms', searchName: 'x', reason: 'x' }
    const { companyId } = current().acting.scope
    await tellWebhooks(tx, {
      companyId,
      event: { type: 'download.failed', data: failed },
      now: current().clock.now(),
    })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await send()
  expect(got).toEqual([])
})

test('a failure is tried again later under the same id, never before Retry-After, until it succeeds', async () => {
  let status = 503
  const { got, url } = await receive((response) =>
    response.writeHead(status, { 'retry-after': '3600' }).end(),
  )
  const { endpoint } = await add(url)
  await tell()
  await send()
  current().clock.advance(hour - 1000)
  await send()
  expect(got).toHaveLength(1)
  status = 200
  current().clock.advance(2000)
  await send()
  expect(got).toHaveLength(2)
  expect(got[1]?.headers['webhook-id']).toBe(got[0]?.headers['webhook-id'])
  expect(got[1]?.headers['webhook-timestamp']).not.toBe(got[0]?.headers['webhook-timestamp'])
  const [delivery] = await log(endpoint.id)
  expect(delivery?.attempts.map(({ number, status: said }) => [number, said])).toEqual([
    [2, 200],
    [1, 503],
  ])
  expect((await listWebhooks(current().db, current().acting.scope))[0]?.failingSince).toBeNull()
})

test('an endpoint that fails for days: its owner is told first, and it is off only days after that', async () => {
  const { got, url } = await answering(500)
  const { endpoint } = await add(url)
  const states: string[] = []
  for (let hours = 0; hours <= 8 * 24; hours += 6) {
    await tell()
    await send()
    const [one] = await listWebhooks(current().db, current().acting.scope)
    if (!one?.active) states.push(`off after ${hours} hours`)
    if (!one?.active) break
    current().clock.advance(6 * hour)
  }
  expect(current().told.map(({ news }) => news)).toEqual(['failing', 'off'])
  expect(current().told[0]?.offAt?.getTime()).toBeLessThanOrEqual(current().clock.now().getTime())
  expect(states).toEqual(['off after 120 hours'])
  const before = got.length
  await tell()
  current().clock.advance(48 * hour)
  await send()
  expect(got.length, 'nothing is sent any more').toBe(before)
  expect(new Set((await log(endpoint.id)).map(({ state }) => state))).toEqual(new Set(['failed']))
  const on = await changeWebhook(deps(), current().acting, {
    endpointId: endpoint.id,
    changes: { active: true },
  })
  expect(on).toMatchObject({ active: true, failingSince: null, offReason: null })
})

test('after about three days a delivery is given up, and by hand it is sent again', async () => {
  let status = 500
  const { got, url } = await receive((response) => response.writeHead(status).end())
  const { endpoint } = await add(url)
  await tell()
  for (let hours = 0; hours < 24 * 5 && (await log(endpoint.id))[0]?.state !== 'failed'; hours++) {
    await send()
    current().clock.advance(hour)
  }
  expect(got).toHaveLength(10)
  const [delivery] = await log(endpoint.id)
  expect(delivery?.state).toBe('failed')
  status = 200
  const named = { endpointId: endpoint.id, deliveryId: delivery?.id ?? '' }
  await replayDelivery(deps(), current().acting, named)
  await expect(replayDelivery(deps(), current().acting, named)).rejects.toMatchObject({ code: 'conflict' })
  await send()
  expect(got.at(-1)?.headers['webhook-id']).toBe(delivery?.id)
  expect((await log(endpoint.id))[0]).toMatchObject({
    state: 'delivered',
    attempts: [{ number: 11, status: 200 }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
  })
})

test('410 turns it off at once, and the owner is told', async () => {
  const { url } = await answering(410)
  const { endpoint } = await add(url)
  await tell()
  await tell()
  await send()
  expect(current().told).toMatchObject([{ news: 'gone', url }])
  expect(await listWebhooks(current().db, current().acting.scope)).toMatchObject([
    { active: false, offReason: 'gone', waiting: 0 },
  ])
  await expect(testWebhook(deps(), current().acting, endpoint.id)).rejects.toMatchObject({ code: 'conflict' })
})

test('two processes at once send each event once; one that died has its event sent again', async () => {
  const { got, url } = await answering(200)
  const { endpoint } = await add(url)
  for (let index = 0; index < 20; index++) await tell(`Failure ${index}`)
  await Promise.all([send(), send(), send()])
  await send()
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
  expect(got).toHaveLength(20)
  const lost = {
    state: 'sending',
    endedAt: null,
    attempts: 2,
    nextAttemptAt: new Date(current().clock.now().getTime() + 60_000),
  } as const
  const [first] = await log(endpoint.id)
  await current()
    .db.update(webhookDeliveries)
    .set(lost)
    .where(eq(webhookDeliveries.id, first?.id ?? ''))
  await send()
  expect(got).toHaveLength(20)
  current().clock.advance(61_000)
  await send()
  expect(got).toHaveLength(21)
})

test('a new secret signs next to the former one for a day', async () => {
  const { got, url } = await answering(200)
  const { endpoint, secret } = await add(url)
  const turned = await turnSecret(deps(), current().acting, endpoint.id)
  expect(turned.secret).not.toBe(secret)
  await tell()
  await send()
  expect(got[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  for (const one of [secret, turned.secret])
    expect(() => new Webhook(one).verify(got[0]?.body ?? '', got[0]?.headers ?? {})).not.toThrow()
  current().clock.advance(25 * hour)
  await tell()
  await send()
  expect(got[1]?.headers['webhook-signature']).toMatch(/^v1,\S+$/)
})

test('what ended a month ago is forgotten, what waits is not', async () => {
  const { url } = await answering(500)
  const { endpoint } = await add(url)
  await tell()
  await send()
  current().clock.advance(24 * 40 * hour)
  await forgetDeliveries(current().db, current().clock.now())
  expect(await log(endpoint.id)).toHaveLength(1)
  await changeWebhook(deps(), current().acting, { endpointId: endpoint.id, changes: { active: false } })
  current().clock.advance(24 * 31 * hour)
  await forgetDeliveries(current().db, current().clock.now())
  expect(await log(endpoint.id)).toEqual([])
})
