import { grantByHand } from '@freeor/leads/allowance/by-hand/commands'
import { stoppedAddresses } from '@freeor/messaging/returned/tables'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import {
  addCompany,
  type CompaniesFixture,
  download,
  type Order,
  openCompaniesFixture,
} from '../../testing/companies-fixture.ts'
import { mailTo } from '../../testing/mails.ts'
import type { Person } from '../../testing/people.ts'

/*
 * Bad leads are sent back: each once, of one's own files alone, as much as a share of them. The firms' domains take mail or
 * not as a test says; what a name service answers is another test's.
 */

let fixture: CompaniesFixture
const deadFirms = new Set<number>()

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 200 })
  const grant = { amount: 300, expiresAt: null, key: 'for-files', reason: 'a test', now: new Date() }
  const { companyId } = fixture.people.owner
  await grantByHand(fixture.deps.db, { ...grant, companyId, superAdminUserId: undefined })
  const findMailServer = async (domain: string) => {
    const firm = Number(/^firm-(\d+)\.example$/.exec(domain)?.[1])
    return deadFirms.has(firm) ? ('no' as const) : ('unknown' as const)
  }
  Object.assign(fixture.deps.returns, { findMailServer })
})
afterAll(async () => await fixture.close())
beforeEach(() => {
  deadFirms.clear()
  Object.assign(fixture.deps.returns, { rules: { days: 30, percent: 20, companies: 3 } })
})

const pad = (firm: number) => String(firm).padStart(4, '0')
const emailOf = (firm: number) => `private-person-${pad(firm)}@firm-${pad(firm)}.example`
const firmsFrom = (from: number, many: number) => Array.from({ length: many }, (_, i) => from + i)

const send = async (as: Person, downloadId: string, contacts: readonly string[]) =>
  await fixture.call('POST', `/api/downloads/${downloadId}/returns`, {
    as,
    body: { contacts: [...contacts], problem: 'They bounce' },
  })

async function answered(as: Person, downloadId: string, contacts: readonly string[]) {
  const { status, text, body } = await send(as, downloadId, contacts)
  expect(status, text).toBe(200)
  return body
}

const leftOf = async (as: Person) =>
  (await fixture.call('GET', '/api/me', { as })).body.allowance?.leadsRemaining ?? 0

const fileOf = async (as: Person, order: Order) => (await download(fixture, as, order)).id
const handle = async (reportId: string | undefined, body: object) =>
  await fixture.call('POST', `/api/admin/reports/${reportId}`, { as: fixture.people.superAdmin, body })

const expectSound = async () => expect((await checkInvariants(fixture.deps)).ok).toBe(true)

test('what a rule finds to be bad is back at once; a person looks at the rest; nothing comes back twice', async () => {
  const { owner, stranger, viewer } = fixture.people
  const id = await fileOf(owner, { limit: 25 })
  const before = await leftOf(owner)
  for (const firm of firmsFrom(1, 5)) deadFirms.add(firm)
  const contacts = [
    ...firmsFrom(1, 6).map(emailOf),
    '(832) 555-0007',
    emailOf(150),
    'nobody@firm-0001.example',
  ]
  expect((await send(stranger, id, contacts)).status).toBe(404)
  expect((await send(viewer, id, contacts)).status).toBe(403)
  expect(await answered(owner, id, contacts)).toEqual({
    refunded: 5,
    open: 2,
    before: 0,
    overShare: 0,
    unknown: 2,
  })
  expect(await leftOf(owner)).toBe(before + 5)
  expect(await mailTo(fixture, owner.email, /looked at by a person/)).toMatch(/5 leads were given back/)
  expect(await answered(owner, id, contacts)).toMatchObject({ refunded: 0, open: 0, before: 7 })
  expect(await leftOf(owner)).toBe(before + 5)
  // The leads stay the company's: they cost nothing again, and a file that cost nothing has none to give back.
  const again = await fileOf(owner, { limit: 25 })
  expect(await leftOf(owner)).toBe(before + 5)
  expect(await answered(owner, again, [emailOf(1)])).toMatchObject({ refunded: 0, before: 0, unknown: 1 })
  await expectSound()
})

test('fifteen returns at the same time give each lead back once, and no more than the share of the file', async () => {
  const { owner } = fixture.people
  const id = await fileOf(owner, { limit: 20, offset: 40 })
  const before = await leftOf(owner)
  for (const firm of firmsFrom(41, 20)) deadFirms.add(firm)
  const outcomes = await Promise.all(
    firmsFrom(0, 15).map(async (n) => await send(owner, id, firmsFrom(41 + (n % 5), 4).map(emailOf))),
  )
  const refunded = outcomes.reduce((sum, { body }) => sum + ('refunded' in body ? body.refunded : 0), 0)
  expect(outcomes.every(({ status }) => status === 200 || status === 429)).toBe(true)
  // A fifth of twenty.
  expect(refunded).toBe(4)
  expect(await leftOf(owner)).toBe(before + 4)
  const more = await answered(owner, id, [emailOf(55), emailOf(56)])
  expect(more).toMatchObject({ refunded: 0, overShare: 2, open: 0 })
  await expectSound()
})

test('a super admin decides what no rule decides, once; closing without a refund refuses', async () => {
  const { owner } = fixture.people
  const id = await fileOf(owner, { limit: 10, offset: 60 })
  const before = await leftOf(owner)
  expect(await answered(owner, id, [emailOf(61), emailOf(62)])).toMatchObject({ open: 2, refunded: 0 })
  expect(await answered(owner, id, [emailOf(63)])).toMatchObject({ open: 1 })
  const as = fixture.people.superAdmin
  const reports = async () => (await fixture.call('GET', '/api/admin/reports', { as })).body.reports
  const mine = (await reports()).filter(({ of }: { of: string }) => of === id)
  expect(mine).toMatchObject([{ kind: 'download', cost: 3, leads: 3, problem: 'They bounce' }])
  const first = mine[0]?.id
  expect((await handle(first, { refund: true })).body).toMatchObject({ refunded: 3 })
  expect(await leftOf(owner)).toBe(before + 3)
  expect((await handle(first, { refund: true })).status).toBe(409)
  expect((await handle(first, { close: true })).status).toBe(200)
  await answered(owner, id, [emailOf(64)])
  const [next] = (await reports()).filter(({ of }: { of: string }) => of === id)
  expect((await handle(next?.id, { close: true })).status).toBe(200)
  deadFirms.add(64)
  expect(await answered(owner, id, [emailOf(64)])).toMatchObject({ before: 1, refunded: 0 })
  expect(await leftOf(owner)).toBe(before + 3)
  await expectSound()
})

test('a file that is refunded as a whole gives back what is left of it, and nothing after that', async () => {
  const { owner } = fixture.people
  const id = await fileOf(owner, { limit: 10, offset: 70 })
  const before = await leftOf(owner)
  deadFirms.add(71)
  expect(await answered(owner, id, [emailOf(71)])).toMatchObject({ refunded: 1 })
  const report = await fixture.call('POST', '/api/reports', {
    as: owner,
    body: { kind: 'download', id, problem: 'All of it' },
  })
  const refund = await handle(report.body.id, { refund: true, close: true })
  expect(refund.body).toMatchObject({ refunded: 9 })
  expect(await leftOf(owner)).toBe(before + 10)
  deadFirms.add(72)
  const late = await send(owner, id, [emailOf(72)])
  expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('given back already')])
  expect(await leftOf(owner)).toBe(before + 10)
  await expectSound()
})

test('a mail of ours that came back for good makes a lead bad, and so do three companies', async () => {
  const { owner, stranger } = fixture.people
  const third = await addCompany(fixture, 'Third')
  Object.assign(fixture.deps.returns, { rules: { days: 30, percent: 100, companies: 3 } })
  const order = { limit: 2, offset: 100 }
  const [own, theirs, last] = [
    await fileOf(owner, order),
    await fileOf(stranger, order),
    await fileOf(third, order),
  ]
  const bounced = { kind: 'hard' as const, reason: 'No such user', createdAt: new Date() }
  await fixture.deps.db.insert(stoppedAddresses).values({ address: emailOf(101), ...bounced })
  expect(await answered(owner, own, [emailOf(101)])).toMatchObject({ refunded: 1, open: 0 })
  expect(await answered(owner, own, ['832-555-0102'])).toMatchObject({ refunded: 0, open: 1 })
  expect(await answered(stranger, theirs, ['832-555-0102'])).toMatchObject({ refunded: 0, open: 1 })
  expect(await answered(third, last, ['832-555-0102'])).toMatchObject({ refunded: 1, open: 0 })
  await expectSound()
})

test('after the term nothing comes back', async () => {
  const { owner } = fixture.people
  const id = await fileOf(owner, { limit: 5, offset: 110 })
  deadFirms.add(106)
  Object.assign(fixture.deps.returns, { rules: { days: 0, percent: 20, companies: 3 } })
  const late = await send(owner, id, [emailOf(106)])
  expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('0 days')])
})
