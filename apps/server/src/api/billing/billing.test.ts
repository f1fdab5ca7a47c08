import { closeIntent, startIntent } from '@freeor/billing/subscriptions/intents'
import { getCustomer } from '@freeor/billing/subscriptions/queries'
import { providerEvents } from '@freeor/billing/subscriptions/tables'
import type { Site } from '@freeor/kernel/site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { addPerson, type Person } from '../../testing/people.ts'
import { humanPass, signedWebhook } from '../../testing/subscriptions.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

/** Money over HTTP, as the pages and a program of the specification send it. */

let system: TestSystem
let owner: Person
let people = 0

beforeAll(async () => {
  system = await openTestSystem()
})

beforeEach(async () => {
  people += 1
  owner = await addPerson(system.deps, system.call, { name: `payer-${people}` })
})

afterAll(async () => {
  const report = await vi.waitFor(
    async () => {
      const { invariants } = await checkInvariants(system.deps)
      expect(invariants.filter(({ ok }) => !ok)).toEqual([])
      return invariants
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(report.find(({ id }) => id === 'I4')?.ok).toBe(true)
  await system.close()
})

const post = async <Path extends string>(path: Path, body?: object, site: Site = 'leads') =>
  await system.call('POST', path, { as: owner, site, ...(body && { body }) })

const get = async <Path extends string>(path: Path, site: Site = 'leads') =>
  (await system.call('GET', path, { as: owner, site })).body

const customer = async (site: Site = 'leads') => await get('/api/billing/customer', site)

async function cardOnFile(card_token: string, site: Site = 'leads') {
  const code = owner.userId
  const { body } = await post('/api/embedded/accounts/create', { email: owner.email, code }, site)
  const token = await post('/api/embedded/tokens', {
    card_token,
    first_name: 'Ada',
    last_name: 'Byron',
    address1: '1 Main St',
    city: 'Reno',
    state: 'NV',
    postal_code: '89501',
    country: 'CA',
  })
  expect(token.status, token.text).toBe(200)
  const update = { billing_info: { token_id: token.body.id }, humanPass: await humanPass(system, owner) }
  return await post(`/api/embedded/accounts/update/${body.id}`, update, site)
}

async function subscribeTo(plan_code: string, site: Site = 'leads') {
  const account = { code: owner.userId }
  const pass = await humanPass(system, owner)
  return await post(
    '/api/embedded/subscriptions/create',
    { plan_code, currency: 'USD', account, humanPass: pass },
    site,
  )
}

test('account, card, subscription, change, cancel, resume and end, by the calls of the specification', async () => {
  expect((await post(`/api/embedded/accounts/find/${owner.email}`, { email: owner.email })).body).toEqual([])
  expect((await cardOnFile('tok_visa')).status).toBe(200)
  const found = await post(`/api/embedded/accounts/find/${owner.email}`, {
    email: owner.email,
  })
  expect(found.body).toMatchObject([{ code: owner.userId, email: owner.email }])
  const subscribed = await subscribeTo('freeor_basic')
  expect(subscribed.status, subscribed.text).toBe(200)
  expect(subscribed.body).toMatchObject({
    uid: owner.userId,
    plan_id: 'freeor_basic',
    subscription_status: 'active',
    processor: 'embedded',
    billing_info: { firstName: 'Ada', paymentMethod: { lastFour: '1111', cardType: 'Visa' } },
  })
  const preview = await get('/api/billing/preview?plan=freeor_pro')
  expect(preview.due_now).toBeGreaterThan(4800)
  expect(preview.leads?.now).toBeGreaterThan(3900)
  expect(preview.leads?.monthly).toBe(5000)
  const uuid = subscribed.body.subscription_uuid
  const changed = await post(`/api/embedded/subscriptions/createChange/uuid-${uuid}`, {
    timeframe: 'now',
    plan_code: 'freeor_pro',
    humanPass: await humanPass(system, owner),
  })
  expect(changed.body.plan_id).toBe('freeor_pro')
  const id = changed.body.subscription_id
  expect((await post(`/api/embedded/subscriptions/cancel/${id}`)).body.cancel_at_period_end).toBe(true)
  expect((await post(`/api/embedded/subscriptions/resume/${id}`)).body.cancel_at_period_end).toBe(false)
  expect((await post(`/api/embedded/subscriptions/terminate/${id}`)).body.subscription_status).toBe(
    'canceled',
  )
  const again = await post(`/api/embedded/subscriptions/terminate/${id}`)
  expect(again.status).toBe(409)
  expect(again.body).toMatchObject({
    type: 'urn:freeor:problem:validation',
    error: 'validation',
    detail: "Uh oh, you don't currently have a subscription.",
  })
  const { invoices } = await get('/api/billing/invoices')
  expect(invoices.map(({ state }) => state)).toEqual(['paid', 'paid'])
  expect(invoices[0]?.billed_to).toEqual({
    name: 'Ada Byron',
    street: '1 Main St',
    city: 'Reno',
    region: 'NV',
    postal_code: '89501',
    country: 'CA',
  })
  expect(await get(`/api/billing/invoices/${invoices[0]?.id}`)).toEqual(invoices[0])
  const pdf = await system.request('GET', `/api/billing/invoices/${invoices[0]?.id}/pdf`, { as: owner })
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename="invoice-\d+\.pdf"$/)
  const bytes = Buffer.from(await pdf.arrayBuffer())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.includes('NotoSans'), 'the font is embedded').toBe(true)
})

test('ending is refused as validation while another change is under way', async () => {
  await cardOnFile('tok_visa')
  const { subscription_id } = (await subscribeTo('freeor_basic')).body
  const { db, clock } = system.deps
  const place = { companyId: owner.companyId, site: 'leads' } as const
  const wish = { kind: 'update_card', planID: null, subscriptionId: null, userId: owner.userId } as const
  const intent = await db.transaction(async (tx) =>
    startIntent(tx, await getCustomer(tx, place), wish, clock.now()),
  )
  for (const word of ['terminate', 'cancel']) {
    const refused = await post(`/api/embedded/subscriptions/${word}/${subscription_id}`)
    expect([refused.status, refused.body]).toEqual([
      409,
      expect.objectContaining({ type: 'urn:freeor:problem:validation', error: 'validation' }),
    ])
  }
  await db.transaction((tx) => closeIntent(tx, intent, { state: 'abandoned' }, clock.now()))
  const ended = await post(`/api/embedded/subscriptions/terminate/${subscription_id}`)
  expect(ended.body.subscription_status, ended.text).toBe('canceled')
})

test('a declined card is Payment failed, with the reason and what to do, and the free plan stays', async () => {
  await cardOnFile('tok_insufficient_funds')
  const answer = await subscribeTo('freeor_pro')
  expect(answer.status).toBe(402)
  expect(answer.body).toMatchObject({
    code: 'payment_failed',
    title: 'Payment failed',
    detail: 'Your card has insufficient funds. Please use another card. Please try again.',
    transactionError: { code: 'insufficient_funds' },
  })
  expect(await customer()).toMatchObject({ plan_id: 'freeor_free', active: true })
})

test('each site has a subscription of its own', async () => {
  await cardOnFile('tok_visa', 'courses')
  const answer = await subscribeTo('freeor_pro', 'courses')
  expect(answer.status, answer.text).toBe(200)
  expect((await customer('courses')).plan_id).toBe('freeor_pro')
  expect((await customer('leads')).plan_id).toBe('freeor_free')
})

test('after a subscription is terminated ZIP lists still work, and the free plan chosen again is active', async () => {
  await cardOnFile('tok_visa')
  const { body } = await subscribeTo('freeor_basic')
  await post(`/api/embedded/subscriptions/terminate/${body.subscription_id}`)
  const search = () => post('/api/zip-lists', { text: '77002' })
  expect((await search()).status).toBe(200)
  expect((await subscribeTo('freeor_free')).body).toMatchObject({ plan_id: 'freeor_free', active: true })
})

test('50 simultaneous requests to subscribe, each with its own pass, make one subscription, charged once', async () => {
  await cardOnFile('tok_visa')
  const answers = await Promise.all(Array.from({ length: 50 }, () => subscribeTo('freeor_pro')))
  for (const { status, text } of answers) expect([200, 409], text).toContain(status)
  const { invoices } = await get('/api/billing/invoices')
  expect(invoices.filter(({ state }) => state === 'paid')).toHaveLength(1)
})

describe('a pass of the human check', () => {
  test('is required, works once, and works for its own user only', async () => {
    await cardOnFile('tok_visa')
    const pass = await humanPass(system, owner)
    const stranger = await addPerson(system.deps, system.call, { name: `other-${people}` })
    const body = { plan_code: 'freeor_pro', currency: 'USD', account: { code: owner.userId } }
    const create = (humanPassed: string) =>
      post('/api/embedded/subscriptions/create', { ...body, humanPass: humanPassed })
    expect((await create(await humanPass(system, stranger))).body.code).toBe('human_check_required')
    expect((await create('made up')).status).toBe(403)
    expect((await post('/api/embedded/subscriptions/create', body)).status).toBe(422)
    expect((await create(pass)).status).toBe(200)
    const { body: now } = await system.call('GET', '/api/billing/customer', { as: owner })
    const change = await post(`/api/embedded/subscriptions/createChange/${now.subscription_id}`, {
      timeframe: 'now',
      plan_code: 'freeor_biz',
      humanPass: pass,
    })
    expect(change.body.code).toBe('human_check_required')
  })
})

describe('what belongs to somebody else', () => {
  test('another provider, address, uid, account or subscription is not found', async () => {
    await cardOnFile('tok_visa')
    const { body: mine } = await subscribeTo('freeor_basic')
    const stranger = await addPerson(system.deps, system.call, { name: `thief-${people}` })
    const theirs = async (path: string, body?: object) =>
      (await system.call('POST', path, { as: stranger, ...(body && { body }) })).status
    expect(await theirs(`/api/embedded/accounts/find/${owner.email}`, { email: owner.email })).toBe(404)
    expect(await theirs(`/api/embedded/accounts/find/${stranger.email}`, { email: owner.email })).toBe(404)
    expect(await theirs('/api/embedded/accounts/create', { email: stranger.email, code: owner.userId })).toBe(
      404,
    )
    expect(await theirs(`/api/embedded/subscriptions/terminate/${mine.subscription_id}`)).toBe(404)
    expect(await theirs(`/api/embedded/accounts/update/${mine.customer_id}`, {})).toBe(404)
    expect(await theirs(`/api/recurly/subscriptions/terminate/${mine.subscription_id}`)).toBe(404)
    expect((await customer()).active).toBe(true)
  })
})

describe('the webhook', () => {
  test('accepts what the provider signed, once, and nothing else', async () => {
    const { body, headers } = signedWebhook(system.deps)
    const send = (sent: Record<string, string>, rawBody = JSON.stringify(body)) =>
      system.call('POST', '/api/webhooks/embedded', { headers: sent, rawBody })
    for (let times = 0; times < 5; times++) expect((await send(headers)).status).toBe(200)
    const stored = await system.deps.db
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.eventId, String(body.id)))
    expect(stored).toHaveLength(1)
    expect((await send({})).status).toBe(403)
    expect((await send(headers, JSON.stringify({ ...body, id: 'other' }))).status).toBe(403)
    expect((await send(headers, 'x'.repeat(300_000))).status).toBe(413)
    expect((await system.call('POST', '/api/webhooks/recurly', { headers, rawBody: '{}' })).status).toBe(404)
  })

  test('about a change at the provider updates the record without a request from anybody', async () => {
    await cardOnFile('tok_visa')
    const { body } = await subscribeTo('freeor_pro')
    await system.deps.billing.provider.cancelAtPeriodEnd(body.subscription_id ?? '')
    await vi.waitFor(async () => expect((await customer()).cancel_at_period_end).toBe(true), {
      timeout: 60_000,
      interval: 100,
    })
  })
})
