import { customers } from '@freeor/billing/tables'
import { grantByHand } from '@freeor/leads/allowance/by-hand/commands'
import { forgetOwnLists } from '@freeor/leads/own-lists/commands'
import { sweepOwnLists } from '@freeor/leads/own-lists/sweep-own-lists'
import { ownLists } from '@freeor/leads/own-lists/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { checkInvariants } from '../../doctor.ts'
import { buildRequest } from '../../testing/call.ts'
import { type CompaniesFixture, download, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { contactPattern, firmsDictId, importFirms } from '../../testing/firms.ts'
import { bringList, firmEmail, matchFirms } from '../../testing/own-lists.ts'
import type { Person } from '../../testing/people.ts'
import { leadsUrl } from '../../testing/test-system.ts'

/* A company brings a list, sees what of it is in a dataset, and buys only what it lacks. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 60 })
  const { owner, stranger } = fixture.people
  for (const { companyId } of [owner, stranger]) {
    await fixture.deps.db
      .update(customers)
      .set({ planID: 'freeor_pro' })
      .where(eq(customers.companyId, companyId))
    const grant = { amount: 500, expiresAt: null, key: 'for-files', reason: 'a test', now: new Date() }
    await grantByHand(fixture.deps.db, { ...grant, companyId, superAdminUserId: undefined })
  }
})

afterAll(async () => await fixture.close())
beforeEach(async () => void (await fixture.deps.db.delete(ownLists)))

const emailOf = firmEmail

type Sent = { as?: Person; name?: string }
const bring = async (lines: readonly string[], { as = fixture.people.owner, name }: Sent = {}) =>
  await bringList(fixture, as, { lines, name })
const match = async (id: string, as = fixture.people.owner) => await matchFirms(fixture, as, id)

async function quote(filter: string, as = fixture.people.owner) {
  const body = { dictId: firmsDictId, filter }
  const answer = await fixture.call('POST', '/api/downloads/quote', { as, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

async function filled(id: string, columns = '', as = fixture.people.owner) {
  const query = new URLSearchParams({ dictId: firmsDictId, ...(columns !== '' && { columns }) })
  const answer = await fixture.call('GET', `/api/own-lists/${id}/file?${query}`, { as })
  expect(answer.status, answer.text).toBe(200)
  return answer.text.split('\r\n').slice(0, -1)
}

const everyWay = [
  'Company,Street,ZIP,Mail,Phone,Web,Remark',
  `,,,${emailOf(1).toUpperCase()},,,N/A`,
  'Somebody else,,99999,,,,=1+1',
  ',,,,(832) 555-0002,,"two ""words"", a comma"',
  '"Firm 0003, LLC","3 Main Street, Dallas",93701,,,,Müller &amp; Sons',
  'FIRM 0004,,77002-1234,,,,',
  ',,,,,https://www.firm-0005.example/,',
  `,,,${emailOf(1)},,,twice`,
]

test('a list is matched by each way, its preview is covered, and buying fills in its rows in their order', async () => {
  const as = fixture.people.owner
  const list = await bring(everyWay)
  expect(list).toMatchObject({ rows: 7, rejected: 0 })
  expect(list.columns.map(({ role }) => role)).toEqual([
    ...['name', 'address', 'zip', 'email', 'phone', 'website', null],
  ])
  const before = await match(list.id)
  expect(before).toMatchObject({
    rows: 7,
    matched: 6,
    unclear: 0,
    unmatched: 1,
    leads: 5,
    owned: 0,
    suppressed: 0,
  })
  expect(before.ways).toEqual([
    { by: 'email', rows: 2 },
    { by: 'phone', rows: 1 },
    { by: 'name_address', rows: 1 },
    { by: 'name_zip', rows: 1 },
    { by: 'domain', rows: 1 },
  ])
  // What is covered is not in the answer: of contacts there is only what the list itself has.
  for (const { lead } of before.preview)
    if (lead) {
      expect(lead.masked).toEqual(['email', 'phone'])
      expect(JSON.stringify(lead)).not.toMatch(contactPattern)
    }
  expect(before.preview.map(({ row, state }) => [row, state])).toEqual([
    ...[
      [1, 'matched'],
      [2, 'unmatched'],
      [3, 'matched'],
      [4, 'matched'],
    ],
    ...[
      [5, 'matched'],
      [6, 'matched'],
      [7, 'matched'],
    ],
  ])
  expect(before.preview[3]?.lead?.cells.company).toBe('Firm 0003 LLC')
  // Nothing is bought by looking, and nothing that is not bought is filled in.
  expect((await filled(list.id)).join('\n')).not.toMatch(/832-555-000[1345]/)

  expect(await quote(before.filters.matched)).toMatchObject({
    matches: 5,
    newLeads: 5,
    credits: { price: 5 },
  })
  const file = await download(fixture, as, { filter: before.filters.matched, limit: 10 })
  expect(file).toMatchObject({ state: 'ready', downloadCount: 5, newLeads: 5 })

  expect(await match(list.id)).toMatchObject({ leads: 5, owned: 5 })
  expect(await quote(before.filters.matched)).toMatchObject({ newLeads: 0, credits: { price: 0 } })
  expect(await filled(list.id, 'company,phone,employees')).toEqual([
    '"Company","Street","ZIP","Mail","Phone","Web","Remark","Matched by","Company (2)","Phone (2)","Employees"',
    `"","","","${emailOf(1).toUpperCase()}","","","N/A","email","Firm 0001 LLC","832-555-0001",7`,
    '"Somebody else","","99999","","","","\'=1+1",,,,',
    '"","","","","(832) 555-0002","","two ""words"", a comma","phone","Firm 0002 LLC","832-555-0002",14',
    '"Firm 0003, LLC","3 Main Street, Dallas","93701","","","","Müller &amp; Sons","name_address","Firm 0003 LLC","832-555-0003",21',
    '"FIRM 0004","","77002-1234","","","","","name_zip","Firm 0004 LLC","832-555-0004",28',
    '"","","","","","https://www.firm-0005.example/","","domain","Firm 0005 LLC","832-555-0005",35',
    `"","","","${emailOf(1)}","","","twice","email","Firm 0001 LLC","832-555-0001",7`,
  ])
})

test('the filled file begins with the mark by which a spreadsheet reads its letters', async () => {
  const as = fixture.people.owner
  const { id } = await bring(['Name', 'Müller & Söhne'])
  const path = `/api/own-lists/${id}/file?dictId=${firmsDictId}`
  const answer = await fixture.app.fetch(buildRequest(leadsUrl, 'GET', path, { as }))
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.toString('utf8')).toMatch(/^\u{feff}"Name",.*\r\n"Müller & Söhne",/u)
})

test('the new leads are those that no row of the list is', async () => {
  const as = fixture.people.owner
  const list = await bring(['Mail', ...[10, 11, 12].map(emailOf)])
  const { filters } = await match(list.id)
  const asked = `${filters.others} employees:>100`
  const [all, others] = [await quote('employees:>100'), await quote(asked)]
  const listed = await quote(`${filters.matched} employees:>100`)
  expect(all.matches).toBe(others.matches + listed.matches)
  expect(await quote(filters.others)).toMatchObject({ matches: 57, rows: 57 })
  const file = await download(fixture, as, { filter: filters.others, limit: 57 })
  const { text } = await fixture.call('GET', `/api/downloads/${file.id}/file`, { as })
  expect(text.match(/private-person-\d+/g)).toHaveLength(57)
  for (const row of [10, 11, 12]) expect(text).not.toContain(emailOf(row))
})

test('suppression lists and opt-outs hold: such a lead is neither sold nor filled in', async () => {
  const as = fixture.people.stranger
  const { body: away } = await fixture.call('POST', '/api/suppression-lists?name=Away', {
    as,
    rawBody: emailOf(20),
    headers: { 'content-type': 'application/octet-stream' },
  })
  await fixture.call('POST', `/api/suppression-lists/${away.id}/apply`, { as, body: { profiles: ['email'] } })
  const list = await bring(['Mail', emailOf(20), emailOf(21), emailOf(22)], { as })
  const { filters } = await match(list.id, as)
  expect(await match(list.id, as)).toMatchObject({ matched: 3, leads: 3, suppressed: 1 })
  expect(await quote(filters.matched, as)).toMatchObject({ matches: 3, listed: 1, newLeads: 2 })
  await download(fixture, as, { filter: filters.matched, limit: 10 })
  const lines = await filled(list.id, 'phone', as)
  expect(lines.slice(1)).toEqual([
    `"${emailOf(20)}",,`,
    `"${emailOf(21)}","email","832-555-0021"`,
    `"${emailOf(22)}","email","832-555-0022"`,
  ])

  await fixture.call('POST', '/api/opt-outs', {
    as: fixture.people.superAdmin,
    body: { text: emailOf(21), reason: 'asked by mail' },
  })
  expect(await match(list.id, as)).toMatchObject({ matched: 2, unmatched: 1, leads: 2, owned: 1 })
  expect((await filled(list.id, 'phone', as)).slice(1)).toEqual([
    `"${emailOf(20)}",,`,
    `"${emailOf(21)}",,`,
    `"${emailOf(22)}","email","832-555-0022"`,
  ])
})

test('other columns are compared when their roles change, and a new import is matched anew', async () => {
  const list = await bring(['First,Second', `x,${emailOf(30)}`, `y,${emailOf(65)}`])
  expect(await match(list.id)).toMatchObject({ matched: 1, leads: 1 })
  const change = async (roles: ('email' | null)[]) =>
    await fixture.call('PATCH', `/api/own-lists/${list.id}`, { as: fixture.people.owner, body: { roles } })
  expect((await change([null, null])).status).toBe(200)
  expect(await match(list.id)).toMatchObject({ matched: 0, leads: 0 })
  expect((await change(['email', null])).status).toBe(200)
  expect(await match(list.id)).toMatchObject({ matched: 0 })
  expect((await change([null, 'email'])).status).toBe(200)
  expect(await match(list.id)).toMatchObject({ matched: 1 })
  expect((await change(['email'])).status).toBe(422)
  await importFirms(fixture.deps, 70)
  expect(await match(list.id)).toMatchObject({ matched: 2, leads: 2 })
})

test('what is deleted is gone at once, with its rows and matches; a search that names it says so', async () => {
  const as = fixture.people.owner
  const list = await bring(['Mail', emailOf(50)])
  const { filters } = await match(list.id)
  const stored = async () => {
    const tables = ['own_list_rows', 'own_list_matched', 'own_list_matches']
    const counts = tables.map((table) => `(SELECT count() FROM freeor.${table})`).join(' + ')
    const row = z.object({ n: z.coerce.number() })
    return (await fixture.deps.olap.ask({ sql: `SELECT ${counts} AS n`, pool: 'writer', row }))[0]?.n
  }
  const { db, olap } = fixture.deps
  const other = await bring(['Mail', emailOf(51)], { name: 'Other' })
  await sweepOwnLists({ db, olap })
  expect(await stored()).toBe(4)
  expect((await fixture.call('DELETE', `/api/own-lists/${list.id}`, { as })).status).toBe(204)
  expect(await stored()).toBe(1)
  const body = { filter: filters.matched }
  const search = await fixture.call('POST', `/api/search/${firmsDictId}`, { as, body })
  expect([search.status, search.body.code]).toEqual([422, 'invalid_query'])
  // The other expires: it is not there any more, and then its rows are not either.
  await db
    .update(ownLists)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(ownLists.id, other.id))
  expect((await fixture.call('GET', '/api/own-lists', { as })).body.lists).toEqual([])
  await forgetOwnLists(db, new Date())
  expect(await sweepOwnLists({ db, olap })).toBe(1)
  expect(await stored()).toBe(0)
})

test('all invariants hold after it', async () => {
  const { invariants } = await checkInvariants(fixture.deps)
  expect(invariants.filter(({ ok }) => !ok)).toEqual([])
})
