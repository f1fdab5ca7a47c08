import { reports } from '@freeor/leads/reports/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { type CompaniesFixture, download, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { mailTo } from '../../testing/mails.ts'
import type { Person } from '../../testing/people.ts'
import { addSavedSearch } from '../../testing/saved-searches.ts'

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40 })
})
afterAll(async () => await fixture.close())

const firefox = { 'user-agent': 'Mozilla/5.0 Firefox/150' }

const report = async (as: Person, kind: 'search' | 'download', id: string, problem = 'Half of them moved') =>
  await fixture.call('POST', '/api/reports', { as, body: { kind, id, problem }, headers: firefox })

const handle = async (id: string, body: object, as = fixture.people.superAdmin) =>
  await fixture.call('POST', `/api/admin/reports/${id}`, { as, body })

const leftOf = async (as: Person) =>
  (await fixture.call('GET', '/api/me', { as })).body.allowance?.leadsRemaining ?? 0

test('a search is reported with its browser, once while it is open, and says so itself', async () => {
  const { owner, admin, stranger } = fixture.people
  const id = await addSavedSearch(fixture, owner)
  for (const as of [admin, stranger]) expect((await report(as, 'search', id)).status).toBe(404)
  const made = await report(owner, 'search', id)
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({
    ...{ kind: 'search', of: id, searchName: 'Kept', problem: 'Half of them moved', state: 'open' },
    ...{ device: firefox['user-agent'], queryUrl: { dslFilter: 'state:TX', dictId: 'firms' } },
  })
  expect((await report(owner, 'search', id)).status).toBe(409)
  const saved = await fixture.call('GET', `/api/saved-searches/${id}`, { as: owner })
  expect(saved.body).toMatchObject({ reportId: made.body.id, device: firefox['user-agent'] })
  const mine = await fixture.call('GET', '/api/reports', { as: owner })
  expect(mine.body.reports).toEqual([{ ...made.body, leads: null, closedAt: null, hasFile: false }])
  expect((await fixture.call('GET', '/api/reports', { as: admin })).body.reports).toEqual([])
})

test('two reports of one thing at the same time are one', async () => {
  const { owner } = fixture.people
  const id = await addSavedSearch(fixture, owner)
  const made = await Promise.all(Array.from({ length: 8 }, async () => await report(owner, 'search', id)))
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
})

test('a report says what is wrong', async () => {
  const { owner } = fixture.people
  const id = await addSavedSearch(fixture, owner)
  expect((await report(owner, 'search', id, '  ')).status).toBe(422)
})

test('a super admin sees who, when and from where, answers, refunds once and closes; the reporter is told', async () => {
  const { member, stranger, superAdmin } = fixture.people
  const file = await download(fixture, member, { limit: 3 })
  expect(file.reported).toBe(false)
  expect((await report(stranger, 'download', file.id)).status).toBe(404)
  const { body: made } = await report(member, 'download', file.id)
  const after = await fixture.call('GET', `/api/downloads/${file.id}`, { as: member })
  expect(after.body.reported).toBe(true)
  const open = await fixture.call('GET', '/api/admin/reports', { as: superAdmin })
  expect(open.body.reports.find(({ id }) => id === made.id)).toMatchObject({
    ...{ uid: member.userId, email: member.email, cost: 3, device: firefox['user-agent'] },
    timestamp: made.timestamp,
  })
  const before = await leftOf(member)
  const refunded = await handle(made.id, { answer: 'You are right, we are sorry.', refund: true })
  expect(refunded.status, refunded.text).toBe(200)
  expect(refunded.body).toMatchObject({ state: 'open', refunded: 3, answer: 'You are right, we are sorry.' })
  expect(await leftOf(member)).toBe(before + 3)
  const ledger = await fixture.call('GET', '/api/ledger', { as: fixture.people.owner })
  expect(ledger.body.entries[0]).toMatchObject({ kind: 'refund', lotKind: 'refund', amount: 3 })
  expect(await mailTo(fixture, member.email, /You are right, we are sorry/)).toMatch(
    /3 leads were given back/,
  )
  expect((await handle(made.id, { refund: true })).status).toBe(409)
  expect(await leftOf(member)).toBe(before + 3)
  expect((await handle(made.id, { close: true })).body).toMatchObject({ state: 'closed' })
  expect((await handle(made.id, { answer: 'More' })).status).toBe(409)
  expect((await report(member, 'download', file.id)).status).toBe(201)
  expect((await checkInvariants(fixture.deps)).invariants.filter(({ ok }) => !ok)).toEqual([])
})

test('fifty refunds at once give back once', async () => {
  const { member } = fixture.people
  const file = await download(fixture, member, { limit: 2, offset: 5 })
  const { body: made } = await report(member, 'download', file.id)
  const before = await leftOf(member)
  const all = await Promise.all(
    Array.from({ length: 50 }, async () => await handle(made.id, { refund: true })),
  )
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await leftOf(member)).toBe(before + 2)
})

test('a search is not refunded, nothing is done without an action, and only a super admin acts', async () => {
  const { owner, stranger } = fixture.people
  const { body: made } = await report(owner, 'search', await addSavedSearch(fixture, owner))
  expect((await handle(made.id, { answer: 'Hello', refund: true })).status).toBe(409)
  const [kept] = await fixture.deps.db.select().from(reports).where(eq(reports.id, made.id))
  expect(kept?.answer).toBeNull()
  expect((await handle(made.id, {})).status).toBe(422)
  expect((await handle(made.id, { close: true }, stranger)).status).toBe(403)
  expect((await handle('rpt_none', { close: true })).status).toBe(404)
})
