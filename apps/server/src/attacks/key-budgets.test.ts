import { downloads } from '@freeor/leads/downloads/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshen } from '../testing/account-things.ts'
import {
  addCompany,
  type CompaniesFixture,
  finished,
  openCompaniesFixture,
} from '../testing/companies-fixture.ts'
import type { Person } from '../testing/people.ts'

/** A program that has got hold of a key with a daily budget tries to take more leads than that. */

let fixture: CompaniesFixture
let owner: Person
let companies = 0
let orders = 0

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 200 })
})

beforeEach(async () => {
  companies += 1
  owner = await addCompany(fixture, `budget-${companies}`)
  await freshen(fixture, owner)
})

afterAll(async () => await fixture.close())

type Key = { id: string; key: string }

async function makeKey(dailyBudget?: number): Promise<Key> {
  const body = { name: 'Agent', scopes: ['downloads', 'downloads.order'], dailyBudget }
  const made = await fixture.call('POST', '/api/account/api_keys', { as: owner, body })
  expect(made.status, made.text).toBe(201)
  return made.body
}

const order = async ({ key }: Key, what: { limit: number; offset?: number }) =>
  await fixture.call('POST', '/api/downloads', {
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': `budget-${++orders}` },
    body: { dictId: 'firms', ...what },
  })

const setBudget = async ({ id }: Key, dailyBudget: number | null, as = owner) =>
  await fixture.call('PATCH', `/api/account/api_keys/${id}`, { as, body: { dailyBudget } })

async function listed({ id }: Key) {
  const { body } = await fixture.call('GET', '/api/account/api_keys', { as: owner })
  return body.apiKeys.find((one) => one.id === id)
}

test('of 20 simultaneous orders of 3 leads with a budget of 10, exactly 3 are accepted', async () => {
  const key = await makeKey(10)
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => await order(key, { limit: 3, offset: 3 * index })),
  )
  const accepted = answers.filter(({ status }) => status === 202)
  const refused = answers.filter(({ status }) => status === 402)
  expect([accepted.length, refused.length]).toEqual([3, 17])
  for (const { body } of refused)
    expect(body).toMatchObject({
      code: 'budget_exceeded',
      budget: { daily: 10, used: 9, left: 1 },
      newLeads: 3,
      resetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
    })
  expect(await listed(key)).toMatchObject({ dailyBudget: 10, usedToday: 9 })
  expect((await order(key, { limit: 1, offset: 100 })).status, 'what is left can be taken').toBe(202)
  expect((await order(key, { limit: 1, offset: 101 })).status).toBe(402)
  for (const { body } of accepted) expect((await finished(fixture, owner, body.id)).state).toBe('ready')
})

test('leads that the company owns count against no budget, and a budget of 0 takes nothing new', async () => {
  const key = await makeKey(4)
  const first = await order(key, { limit: 4 })
  await finished(fixture, owner, first.body.id)
  await setBudget(key, 0)
  const again = await order(key, { limit: 4 })
  expect(again.status, again.text).toBe(202)
  expect((await order(key, { limit: 5 })).body).toMatchObject({
    code: 'budget_exceeded',
    budget: { left: 0 },
  })
})

test('a budget holds from the next order on, for its key alone, and null takes it away', async () => {
  const [tight, free] = [await makeKey(5), await makeKey()]
  expect((await order(tight, { limit: 5 })).status).toBe(202)
  expect((await order(free, { limit: 5, offset: 10 })).status).toBe(202)
  expect((await setBudget(free, 5)).body).toMatchObject({ dailyBudget: 5 })
  expect((await order(free, { limit: 1, offset: 20 })).status).toBe(402)
  await setBudget(free, null)
  expect((await order(free, { limit: 1, offset: 20 })).status).toBe(202)
  const person = await fixture.call('POST', '/api/downloads', {
    as: owner,
    headers: { 'idempotency-key': 'person' },
    body: { dictId: 'firms', limit: 1, offset: 30 },
  })
  expect(person.status, 'a person has no budget').toBe(202)
})

test('what a failed file would have taken may be taken again, and the next day the whole budget', async () => {
  const key = await makeKey(5)
  const { body } = await order(key, { limit: 5 })
  await finished(fixture, owner, body.id)
  const { db } = fixture.deps
  const isIt = eq(downloads.id, body.id)
  const [row] = await db.select().from(downloads).where(isIt)
  expect(row?.apiKeyId).toBe(key.id)
  expect((await order(key, { limit: 1, offset: 50 })).status).toBe(402)
  const yesterday = new Date((row?.createdAt.getTime() ?? 0) - 86_400_000)
  await db.update(downloads).set({ createdAt: yesterday }).where(isIt)
  expect((await listed(key))?.usedToday).toBe(0)
  const today = await order(key, { limit: 5, offset: 50 })
  expect(today.status, today.text).toBe(202)
  await finished(fixture, owner, today.body.id)
  const failed = { state: 'failed', readyNo: null, ownedLeads: null } as const
  await db.update(downloads).set(failed).where(eq(downloads.id, today.body.id))
  expect((await listed(key))?.usedToday).toBe(0)
})

test('the key itself cannot change its budget, nor a session whose password was not given again', async () => {
  const key = await makeKey(1)
  const byKey = await fixture.call('PATCH', `/api/account/api_keys/${key.id}`, {
    headers: { authorization: `Bearer ${key.key}` },
    body: { dailyBudget: 100 },
  })
  expect(byKey.status).toBe(403)
  const { people } = fixture
  await freshen(fixture, people.stranger)
  expect((await setBudget(key, 100, people.stranger)).status, 'nor somebody else').toBe(404)
  for (const dailyBudget of [-1, 1.5, 1e9, '5'])
    expect((await setBudget(key, dailyBudget as number)).status).toBe(422)
  expect((await listed(key))?.dailyBudget).toBe(1)
})

test('a key that is revoked while its order waits takes nothing', async () => {
  const key = await makeKey(20)
  const [, answer] = await Promise.all([
    fixture.call('DELETE', `/api/account/api_keys/${key.id}`, { as: owner }),
    order(key, { limit: 5 }),
  ])
  expect([202, 401]).toContain(answer.status)
  expect((await order(key, { limit: 5, offset: 50 })).status).toBe(401)
})
