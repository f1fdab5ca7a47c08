import { customers } from '@freeor/billing/tables'
import { evaluateAlerts } from '@freeor/leads/alerts/evaluation/commands'
import { lockLeadCustomer } from '@freeor/leads/allowance/commands'
import { leadBilling } from '@freeor/leads/allowance/lead-billing'
import { deliverDueEvents } from '@freeor/leads/webhooks/deliveries/commands'
import type { WebhookDeps } from '@freeor/leads/webhooks/ports'
import { webhookDeliveries, webhookEndpoints } from '@freeor/leads/webhooks/tables'
import { mailOutbox } from '@freeor/messaging/tables'
import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenBy, brokenInvariants } from '../testing/broken-invariants.ts'
import {
  addCompany,
  type CompaniesFixture,
  download,
  openCompaniesFixture,
} from '../testing/companies-fixture.ts'
import { contactPattern, firmsDictId, importFirms } from '../testing/firms.ts'
import type { Person } from '../testing/people.ts'
import { nowhere } from '../testing/webhook-things.ts'

/** What the product tells webhooks, and to whom. Deliveries themselves: packages/leads/src/webhooks. */

let fixture: CompaniesFixture
let people: { owner: Person; other: Person }

const allEvents = [
  'download.ready',
  'download.failed',
  'dataset.imported',
  'alert.found',
  'plan.changed',
  'allowance.low',
]

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40 })
  people = { owner: await addCompany(fixture, 'told'), other: await addCompany(fixture, 'untold') }
})
afterAll(async () => await fixture.close())

async function add(as: Person, events = allEvents): Promise<string> {
  const answer = await fixture.call('POST', '/api/webhook-endpoints', { as, body: { url: nowhere, events } })
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body.secret).toMatch(/^whsec_/)
  const list = await fixture.call('GET', '/api/webhook-endpoints', { as })
  expect(list.text).not.toContain(answer.body.secret)
  return answer.body.endpoint.id
}

const toldOf = async (endpointId: string) => {
  const rows = await fixture.deps.db
    .select({ body: webhookDeliveries.body })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, endpointId))
    .orderBy(webhookDeliveries.createdAt, webhookDeliveries.id)
  return rows.map(({ body }) => {
    expect(body, 'no contact').not.toMatch(contactPattern)
    return JSON.parse(body)
  })
}

test('files, low leads, versions, found leads and plans are told to the company’s webhook, and to no other', async () => {
  const { owner, other } = people
  const [id, foreign] = [
    await add(owner),
    await add(other, ['download.ready', 'plan.changed', 'alert.found', 'allowance.low']),
  ]
  const done = await download(fixture, owner, { limit: 21 })
  const ready = { downloadId: done.id, rows: 21, newLeads: 21, sha256: done.sha256 }
  const first = (await toldOf(id)).toSorted((a, b) => a.type.localeCompare(b.type))
  expect(first).toMatchObject([
    { type: 'allowance.low', data: { leadsRemaining: 4, leadsPerMonth: 25, usedPercent: 80 } },
    { type: 'download.ready', data: ready },
  ])
  for (const [searchName, visibleToCompany] of [
    ['Ours', true],
    ['Mine', false],
  ] as const) {
    const body = { dictId: firmsDictId, searchName, dslFilter: 'state:TX', visibleToCompany }
    const saved = await fixture.call('POST', '/api/saved-searches', { as: owner, body })
    const watch = { as: owner, body: { rhythm: 'weekly' } } as const
    expect((await fixture.call('PUT', `/api/saved-searches/${saved.body.id}/alert`, watch)).status).toBe(200)
  }
  await importFirms(fixture.deps, 44)
  await evaluateAlerts(fixture.deps)
  const [, , ...imported] = await toldOf(id)
  expect(imported).toMatchObject([
    { type: 'dataset.imported', data: { dictId: firmsDictId, version: 2, rows: 44 } },
    { type: 'alert.found', data: { searchName: 'Ours', version: 2, leads: 2 } },
  ])
  const { db, clock } = fixture.deps
  await db.transaction(async (tx) => {
    await lockLeadCustomer(tx, owner.companyId, owner.userId)
    const [before] = await tx.select().from(customers).where(eq(customers.companyId, owner.companyId))
    if (!before) throw new Error('No customer')
    const after = { ...before, subscriptionStatus: 'canceled' }
    await leadBilling.onCustomerRead?.(tx, { before, after, now: clock.now() })
  })
  expect((await toldOf(id)).at(-1)).toMatchObject({ type: 'plan.changed', data: { status: 'canceled' } })
  expect(await toldOf(foreign)).toEqual([])
})

test('an endpoint that is gone: its owner gets one mail, and everybody else none', async () => {
  const { owner } = people
  const id = await add(owner)
  const { webhooks, db } = fixture.deps as unknown as {
    webhooks: WebhookDeps
    db: CompaniesFixture['deps']['db']
  }
  const since = fixture.deps.clock.now()
  await db.transaction(async (tx) => {
    await webhooks.mailOwner(tx, { companyId: owner.companyId, url: nowhere, since, news: 'gone' })
  })
  const isIt = and(like(mailOutbox.subject, '%webhook%'), like(mailOutbox.text, '%410%'))
  expect((await db.select({ to: mailOutbox.to }).from(mailOutbox).where(isIt)).map(({ to }) => to)).toEqual([
    owner.email,
  ])
  expect(id).toMatch(/^whk_/)
})

test('tests and replays are limited, and nobody fires at an address through us', async () => {
  const owner = await addCompany(fixture, 'firing')
  const id = await add(owner)
  const statuses: number[] = []
  for (let times = 0; times < 125; times++)
    statuses.push((await fixture.call('POST', `/api/webhook-endpoints/${id}/test`, { as: owner })).status)
  expect(statuses.filter((status) => status === 202)).toHaveLength(120)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('with the owner’s account go the webhooks of the company', async () => {
  const owner = await addCompany(fixture, 'leaving')
  await add(owner)
  const { password, email } = owner
  await fixture.call('POST', '/api/account/reauthenticate', { as: owner, body: { password } })
  const taken = await fixture.call('GET', '/api/account/export', { as: owner })
  expect(taken.text).toContain(nowhere)
  const gone = await fixture.call('DELETE', '/api/account', { as: owner, body: { email } })
  expect(gone.status, gone.text).toBeLessThan(300)
  const mine = eq(webhookEndpoints.companyId, owner.companyId)
  expect(await fixture.deps.db.$count(webhookEndpoints, mine)).toBe(0)
})

test('the doctor sees a delivery that waits for a webhook that is off', async () => {
  const { owner } = people
  const id = await add(owner)
  const made = sql`UPDATE webhook_deliveries SET state = 'delivered', ended_at = now() WHERE endpoint_id = ${id}`
  expect(await brokenInvariants(fixture)).toEqual([])
  await fixture.call('POST', `/api/webhook-endpoints/${id}/test`, { as: owner })
  expect(await brokenBy(fixture, made)).toEqual(['I21'])
  const off = sql`UPDATE webhook_endpoints SET state = 'off', off_reason = 'by_hand' WHERE id = ${id}`
  expect(await brokenBy(fixture, off)).toEqual(['I21'])
})

test('what the server sends with its own network reaches no address that is not public', async () => {
  const { webhooks } = fixture.deps as unknown as { webhooks: WebhookDeps }
  const { owner } = people
  for (const url of [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'http://hooks.freeor.com/',
    'https://localhost/',
  ])
    expect(
      (
        await fixture.call('POST', '/api/webhook-endpoints', {
          as: owner,
          body: { url, events: ['download.ready'] },
        })
      ).status,
    ).toBe(422)
  const { network } = webhooks
  // In the server's own object: the server sends what is due by itself, and may do so before this test does.
  Object.assign(webhooks, { network: { ...network, resolve: async () => ['127.0.0.1'] } })
  try {
    const id = await add(owner)
    await fixture.call('POST', `/api/webhook-endpoints/${id}/test`, { as: owner })
    await deliverDueEvents(webhooks)
    const firstAttempt = async () => {
      const log = await fixture.call('GET', `/api/webhook-endpoints/${id}/deliveries`, { as: owner })
      return log.body.deliveries[0]?.attempts[0]
    }
    const refused = { status: null, error: expect.stringContaining('public') }
    await expect.poll(firstAttempt).toMatchObject(refused)
  } finally {
    Object.assign(webhooks, { network })
  }
})
