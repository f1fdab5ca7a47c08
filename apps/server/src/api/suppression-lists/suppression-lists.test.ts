import { createHash } from 'node:crypto'
import { customers } from '@freeor/billing/tables'
import { grantByHand } from '@freeor/leads/allowance/by-hand/commands'
import type { SuppressionList } from '@freeor/leads/suppression/schema'
import { sweepSuppression } from '@freeor/leads/suppression/sweep-suppression'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, download, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { firmsDictId, importFirms } from '../../testing/firms.ts'
import type { Person } from '../../testing/people.ts'

/* A company's own lists of who is left out of its files. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 60 })
  const { owner, stranger } = fixture.people
  for (const { companyId } of [owner, stranger]) await setPlan(companyId, 'freeor_pro')
  const grant = { amount: 500, expiresAt: null, key: 'for-files', reason: 'a test', now: new Date() }
  await grantByHand(fixture.deps.db, { ...grant, companyId: owner.companyId, superAdminUserId: undefined })
})

afterAll(async () => await fixture.close())

const setPlan = async (companyId: string, planID: string) =>
  await fixture.deps.db.update(customers).set({ planID }).where(eq(customers.companyId, companyId))

const emailOf = (row: number) => {
  const number = String(row).padStart(4, '0')
  return `private-person-${number}@firm-${number}.example`
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

type Sent = { lines: readonly string[]; as?: Person; name?: string }

async function upload({ lines, as = fixture.people.owner, name = 'Our customers' }: Sent) {
  return await fixture.call('POST', `/api/suppression-lists?name=${encodeURIComponent(name)}`, {
    as,
    rawBody: lines.join('\n'),
    headers: { 'content-type': 'application/octet-stream' },
  })
}

const applied = async (list: SuppressionList, as = fixture.people.owner) =>
  await fixture.call('POST', `/api/suppression-lists/${list.id}/apply`, {
    as,
    body: { profiles: list.profiles.filter(({ proposed }) => proposed).map(({ id }) => id) },
  })

const remove = async ({ id }: SuppressionList) =>
  expect(
    (await fixture.call('DELETE', `/api/suppression-lists/${id}`, { as: fixture.people.owner })).status,
  ).toBe(204)

async function quote(more: Record<string, unknown> = {}, as = fixture.people.owner) {
  const body = { dictId: firmsDictId, ...more }
  const answer = await fixture.call('POST', '/api/downloads/quote', { as, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

test('a hashed list says which leads it means, and changes quote and file by exactly those once it is applied', async () => {
  const as = fixture.people.owner
  const rows = [3, 7, 11, 20]
  const sent = await upload({
    lines: [...rows.map((row) => sha256(emailOf(row))), sha256('nobody@example.com')],
  })
  expect(sent.status, sent.text).toBe(201)
  const list = sent.body
  expect(list).toMatchObject({ state: 'found', entries: [{ form: 'sha256', count: 5 }], unread: 0 })
  expect(list.profiles.filter(({ proposed }) => proposed)).toMatchObject([
    { id: 'email.lower.sha256', kind: 'email', leads: 4 },
  ])
  expect(await quote()).toMatchObject({ matches: 60, suppressed: 0, listed: 0, rows: 60 })

  expect((await applied(list)).body).toMatchObject({ state: 'applied', appliedBy: ['email.lower.sha256'] })
  expect(await quote()).toMatchObject({ matches: 60, suppressed: 4, listed: 4, rows: 56 })
  const file = await download(fixture, as, { limit: 60 })
  expect(file.downloadCount).toBe(56)
  const { text } = await fixture.call('GET', `/api/downloads/${file.id}/file`, { as })
  for (const row of rows) expect(text).not.toContain(emailOf(row))
  expect(text.match(/private-person-\d+/g)).toHaveLength(56)
  expect(await quote({ suppressLists: false })).toMatchObject({ rows: 60, listed: 0 })

  await remove(list)
  expect(await quote()).toMatchObject({ rows: 60 })
  const restored = await fixture.call('POST', `/api/suppression-lists/${list.id}/restore`, { as })
  expect(restored.body).toMatchObject({ state: 'applied' })
  expect(await quote()).toMatchObject({ rows: 56 })
  await remove(list)
})

test('plain entries of each kind mean the leads that have them', async () => {
  const lines = [
    emailOf(1).toUpperCase(),
    '(832) 555-0002',
    'firm-0003.example',
    'firm 0004, LLC',
    '5 Main Street, Dallas, TX 75201',
  ]
  const sent = await upload({ lines: [...lines, '??'] })
  expect(sent.body).toMatchObject({ unread: 1 })
  const found = sent.body.profiles.filter(({ proposed }) => proposed)
  expect(found.map(({ kind, leads }) => [kind, leads])).toEqual([
    ['email', 1],
    ['phone', 1],
    ['domain', 1],
    ['company', 1],
    ['address', 1],
  ])
  await applied(sent.body)
  expect(await quote()).toMatchObject({ listed: 5, rows: 55 })
  await remove(sent.body)
})

test('leads that are owned and listed are left out once, and those owned stay free', async () => {
  const sent = await upload({ lines: Array.from({ length: 20 }, (_, i) => emailOf(i + 1)) })
  await applied(sent.body)
  const [plain, without] = [await quote(), await quote({ suppressOwned: true })]
  const owned = plain.alreadyOwned
  expect(owned).toBe(56)
  expect(plain).toMatchObject({ matches: 60, suppressed: 20, rows: 40 })
  expect(without.suppressed + without.rows).toBe(60)
  // Of the four that are not owned, two are on the list.
  expect(without).toMatchObject({ rows: without.newLeads, newLeads: 60 - without.suppressed })
  await remove(sent.body)
})

test('a list goes on over an import, and another company’s files do not change', async () => {
  const sent = await upload({ lines: [emailOf(2), emailOf(65)] })
  await applied(sent.body)
  expect(await quote()).toMatchObject({ listed: 1 })
  await importFirms(fixture.deps, 70)
  expect(await quote()).toMatchObject({ matches: 70, listed: 2, rows: 68 })
  expect(await quote({}, fixture.people.stranger)).toMatchObject({ matches: 70, listed: 0, rows: 70 })
  await remove(sent.body)
})

test('on a plan without suppression no list is added or applied, and none counts', async () => {
  const { companyId } = fixture.people.owner
  const sent = await upload({ lines: [emailOf(2)] })
  const other = await upload({ lines: [emailOf(3)] })
  await applied(sent.body)
  await setPlan(companyId, 'freeor_basic')
  expect((await upload({ lines: [emailOf(4)] })).status).toBe(402)
  expect((await applied(other.body)).status).toBe(402)
  expect(await quote()).toMatchObject({ listed: 0, rows: 70 })
  await setPlan(companyId, 'freeor_pro')
  expect(await quote()).toMatchObject({ listed: 1 })
  for (const list of [sent.body, other.body]) await remove(list)
})

test('a list belongs to its company: a stranger can neither see nor change it, a viewer only see it', async () => {
  const { stranger, viewer } = fixture.people
  const { body: list } = await upload({ lines: [emailOf(2)] })
  expect((await applied(list, stranger)).status).toBe(404)
  expect((await applied(list, viewer)).status).toBe(403)
  const seen = async (as: Person) => (await fixture.call('GET', '/api/suppression-lists', { as })).body.lists
  expect(await seen(stranger)).toEqual([])
  expect((await seen(viewer)).map(({ id }) => id)).toEqual([list.id])
  await remove(list)
})

test('a file without an entry is refused and leaves nothing, and deleted lists leave the engine', async () => {
  expect((await upload({ lines: ['-', '42'] })).status).toBe(422)
  const { db, olap } = fixture.deps
  expect(await sweepSuppression({ db, olap })).toBe(0)
})
