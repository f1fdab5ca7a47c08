import type { LedgerEntry } from '@freeor/leads/allowance/schema'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import {
  addCompany,
  type CompaniesFixture,
  download,
  finished,
  openCompaniesFixture,
  orderDownload,
} from '../../testing/companies-fixture.ts'
import type { Person } from '../../testing/people.ts'

/** Credits over HTTP, with many calls at the same time. A new company has the free plan's 25. */

let fixture: CompaniesFixture
let owner: Person
let companies = 0

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 200 })
})

beforeEach(async () => {
  companies += 1
  owner = await addCompany(fixture, `buyer-${companies}`)
})

afterAll(async () => await fixture.close())

async function leadsRemaining(): Promise<number> {
  const { body } = await fixture.call('GET', '/api/me', {
    as: owner,
  })
  return body.allowance?.leadsRemaining ?? 0
}

async function debits(): Promise<LedgerEntry[]> {
  const { body } = await fixture.call('GET', '/api/ledger', { as: owner })
  return body.entries.filter(({ kind }) => kind === 'debit')
}

async function expectHealthy(): Promise<void> {
  const { invariants } = await checkInvariants(fixture.deps)
  expect(invariants.filter(({ ok }) => !ok)).toEqual([])
}

const inParallel = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)))

test('of 50 simultaneous orders with credit for 3, exactly 3 are accepted and the others are 402', async () => {
  await download(fixture, owner, { limit: 22 })
  expect(await leadsRemaining()).toBe(3)
  const answers = await inParallel(50, (index) =>
    orderDownload(fixture, owner, { limit: 1, offset: 50 + index }),
  )
  const accepted = answers.filter(({ status }) => status === 202)
  expect(accepted).toHaveLength(3)
  const refused = answers.filter(({ status }) => status === 402)
  expect(refused).toHaveLength(47)
  for (const { body } of refused)
    expect(body).toMatchObject({ code: 'insufficient_credits', quote: { outcome: 'insufficient_credits' } })
  for (const { body } of accepted) expect((await finished(fixture, owner, body.id)).state).toBe('ready')
  expect(await leadsRemaining()).toBe(0)
  expect((await debits()).reduce((sum, { amount }) => sum + amount, 0)).toBe(-25)
  await expectHealthy()
})

test('the same order sent 20 times at the same time with one key is one download and one debit', async () => {
  const answers = await inParallel(20, () => orderDownload(fixture, owner, { limit: 5, key: 'the-same' }))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 202))
  const ids = new Set(answers.map(({ body }) => body.id))
  expect(ids.size).toBe(1)
  const [id = ''] = ids
  expect(await finished(fixture, owner, id)).toMatchObject({ state: 'ready', downloadCount: 5, newLeads: 5 })
  expect(await debits()).toMatchObject([{ amount: -5, downloadId: id, userId: owner.userId }])
  const { body } = await fixture.call('GET', '/api/downloads', { as: owner })
  expect(body.downloads).toHaveLength(1)
  await expectHealthy()
})

test('the same key for another order is a conflict and changes nothing', async () => {
  const first = await orderDownload(fixture, owner, { limit: 2, key: 'mine' })
  const second = await orderDownload(fixture, owner, { limit: 3, key: 'mine' })
  expect([first.status, second.status]).toEqual([202, 409])
  await finished(fixture, owner, first.body.id)
  expect(await leadsRemaining()).toBe(23)
})

test('a key belongs to its company: another may use the same one', async () => {
  const other = await addCompany(fixture, `neighbour-${companies}`)
  const [mine, theirs] = await Promise.all([
    orderDownload(fixture, owner, { limit: 1, key: 'everybodys' }),
    orderDownload(fixture, other, { limit: 1, key: 'everybodys' }),
  ])
  expect([mine.status, theirs.status]).toEqual([202, 202])
  expect(mine.body.id).not.toBe(theirs.body.id)
  await finished(fixture, owner, mine.body.id)
  await finished(fixture, other, theirs.body.id)
})

test.each([undefined, '', ' ', 'a key with spaces', 'x'.repeat(201), 'é'])(
  'an order with the key %j is refused before anything is reserved',
  async (key) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const body = { dictId: 'firms', limit: 1 }
    const answer = await fixture.call('POST', '/api/downloads', { as: owner, headers, body })
    expect(answer.status).toBe(400)
    expect(await leadsRemaining()).toBe(25)
  },
)

test('overlapping orders at the same time charge each lead once', async () => {
  const answers = await inParallel(8, (index) => orderDownload(fixture, owner, { limit: 6, offset: index }))
  for (const { status, text } of answers) expect([202, 402], text).toContain(status)
  const accepted = answers.filter(({ status }) => status === 202)
  const done = await Promise.all(accepted.map(({ body }) => finished(fixture, owner, body.id)))
  const rows = new Set(done.flatMap(({ offset }) => Array.from({ length: 6 }, (_, row) => offset + row)))
  expect((await debits()).reduce((sum, { amount }) => sum - amount, 0)).toBe(rows.size)
  expect(await leadsRemaining()).toBe(25 - rows.size)
  await expectHealthy()
})

test('what the company owns costs nothing again, also for a colleague', async () => {
  await download(fixture, owner, { limit: 10 })
  expect(await download(fixture, owner, { limit: 10 })).toMatchObject({ downloadCount: 10, newLeads: 0 })
  expect(await download(fixture, owner, { limit: 12 })).toMatchObject({ downloadCount: 12, newLeads: 2 })
  expect(await leadsRemaining()).toBe(13)
  await expectHealthy()
})

test('the confirm does exactly what the quote said', async () => {
  const order = { dictId: 'firms', limit: 7, offset: 3 }
  const quoted = await fixture.call('POST', '/api/downloads/quote', { as: owner, body: order })
  const done = await download(fixture, owner, { limit: 7, offset: 3 })
  expect(done).toMatchObject({ downloadCount: quoted.body.rows, newLeads: quoted.body.newLeads })
  expect(await leadsRemaining()).toBe(quoted.body.credits.after)
})

test('more leads than the plan allows in one file are refused and nothing is reserved', async () => {
  const answer = await orderDownload(fixture, owner, { limit: 26 })
  expect(answer.status).toBe(402)
  expect(answer.body).toMatchObject({ code: 'file_limit_exceeded' })
  expect(await leadsRemaining()).toBe(25)
})

test.each([
  { limit: 0 },
  { limit: -1 },
  { limit: 1.5 },
  { offset: -1 },
  { limit: 2 ** 53 },
  { limit: 1e308 },
])('an order for %j leads is refused, not turned into credit', async (order) => {
  const answer = await orderDownload(fixture, owner, order)
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
  expect(answer.status, answer.text).toBeLessThan(500)
  expect(await leadsRemaining()).toBe(25)
})
