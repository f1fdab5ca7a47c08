import { reports } from '@freeor/leads/reports/tables'
import { returnedLeads } from '@freeor/leads/returns/tables'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenBy, brokenInvariants } from '../../testing/broken-invariants.ts'
import {
  addCompany,
  type CompaniesFixture,
  download,
  openCompaniesFixture,
} from '../../testing/companies-fixture.ts'
import type { Person } from '../../testing/people.ts'
import { addSavedSearch } from '../../testing/saved-searches.ts'

/** I24: each rule of reports is broken on purpose, and the doctor says so. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40 })
  // No rule decides what is sent back: a person does, with the report.
  Object.assign(fixture.deps.returns, { findMailServer: async () => 'unknown' as const })
})
afterAll(async () => await fixture.close())

const idOf = ({ status, text, body }: { status: number; text: string; body: { id?: string } }): string => {
  expect(status, text).toBeLessThan(300)
  return body.id ?? ''
}

const report = async (as: Person, kind: 'search' | 'download', id: string) =>
  idOf(await fixture.call('POST', '/api/reports', { as, body: { kind, id, problem: 'They moved' } }))

const handle = async (id: string, body: object) =>
  await fixture.call('POST', `/api/admin/reports/${id}`, { as: fixture.people.superAdmin, body })

const sendBack = async (as: Person, downloadId: string, firm: number) => {
  const contacts = [
    `private-person-${String(firm).padStart(4, '0')}@firm-${String(firm).padStart(4, '0')}.example`,
  ]
  const sent = await fixture.call('POST', `/api/downloads/${downloadId}/returns`, {
    as,
    body: { contacts, problem: 'They bounce' },
  })
  expect(sent.body, sent.text).toMatchObject({ open: 1 })
}

const reportsOf = async (as: Person) => (await fixture.call('GET', '/api/reports', { as })).body.reports
const breaks = async (statement: SQL) => await brokenBy(fixture, statement)

test('a refund is what the ledger has: no more, no less, once, and of the company', async () => {
  const { owner } = fixture.people
  const file = await download(fixture, owner, { limit: 3 })
  const id = await report(owner, 'download', file.id)
  idOf(await handle(id, { answer: 'You are right.', refund: true, close: true }))
  expect(await brokenInvariants(fixture)).toEqual([])
  const change = (set: SQL) => breaks(sql`UPDATE reports SET ${set} WHERE id = ${id}`)
  expect(await change(sql`refunded = 2`)).toEqual(['I24'])
  expect(await change(sql`refunded = NULL`)).toEqual(['I24'])
  const line = sql`subject_id = ${file.id} AND kind = 'refund'`
  // The log of the ledger has its own word on lines that are changed.
  expect(await breaks(sql`UPDATE credit_ledger SET reason = 'none' WHERE ${line}`)).toContain('I24')
  const { companyId } = fixture.people.stranger
  expect(await breaks(sql`UPDATE credit_ledger SET company_id = ${companyId} WHERE ${line}`)).toContain('I24')
  const lot = sql`id = (SELECT lot_id FROM credit_ledger WHERE ${line})`
  expect(await breaks(sql`UPDATE credit_lots SET granted = granted + 1 WHERE ${lot}`)).toContain('I24')
  expect(await breaks(sql`UPDATE credit_lots SET kind = 'promo' WHERE ${lot}`)).toContain('I24')
  expect(await breaks(sql`UPDATE downloads SET reported = false WHERE id = ${file.id}`)).toEqual(['I24'])
})

test('a report tells who answered it and who closed it, and an answer has its time', async () => {
  const { owner } = fixture.people
  const id = await report(owner, 'search', await addSavedSearch(fixture, owner))
  const [later, earlier] = [sql`closed_at + interval '1 second'`, sql`answered_at - interval '1 second'`]
  idOf(await handle(id, { answer: 'We look at it.' }))
  idOf(await handle(id, { close: true }))
  expect(await brokenInvariants(fixture)).toEqual([])
  const change = (set: SQL) => breaks(sql`UPDATE reports SET ${set} WHERE id = ${id}`)
  expect(await change(sql`closed_at = ${later}`)).toEqual(['I24'])
  expect(await change(sql`answered_at = ${earlier}`)).toEqual(['I24'])
  expect(await change(sql`answer = NULL`)).toEqual(['I24'])
  expect(await breaks(sql`UPDATE audit_log SET actor_user_id = NULL WHERE object_id = ${id}`)).toContain(
    'I24',
  )
  expect(await breaks(sql`UPDATE saved_searches SET report_id = 'rpt_none' WHERE report_id = ${id}`)).toEqual(
    ['I24'],
  )
})

test('of one thing a person has one open report', async () => {
  const { owner } = fixture.people
  const searches = [await addSavedSearch(fixture, owner), await addSavedSearch(fixture, owner)]
  const ids = await Promise.all(searches.map(async (search) => await report(owner, 'search', search)))
  // The search itself says what it was reported with.
  await fixture.deps.db.execute(sql`UPDATE saved_searches SET report_id = NULL WHERE id = ${searches[1]}`)
  const both = sql`UPDATE reports SET subject_id = ${searches[0]} WHERE id = ${ids[1]}`
  expect(await breaks(both)).toEqual(['I24'])
})

test('leads that were sent back are those of the report, and are decided with it', async () => {
  const { owner } = fixture.people
  const file = await download(fixture, owner, { limit: 4, offset: 10 })
  await sendBack(owner, file.id, 11)
  const [first] = await reportsOf(owner)
  expect(first).toMatchObject({ of: file.id, leads: 1, hasFile: true, refunded: null })
  const lead = sql`report_id = ${first?.id}`
  expect(await breaks(sql`UPDATE reports SET leads = 2 WHERE id = ${first?.id}`)).toEqual(['I24'])
  const decided = sql`UPDATE returned_leads SET state = 'refused', decided_at = now() WHERE ${lead}`
  expect(await breaks(decided)).toEqual(['I24'])
  expect(await breaks(sql`DELETE FROM reports WHERE id = ${first?.id}`)).toEqual(['I24'])
  idOf(await handle(first?.id ?? '', { refund: true }))
  expect(await brokenInvariants(fixture)).toEqual([])
  const waiting = sql`UPDATE returned_leads SET state = 'open', decided_at = NULL WHERE ${lead}`
  expect(await breaks(waiting)).toEqual(['I24'])
})

test('what is sent back after a refund is a report of its own, and each says what it gave back', async () => {
  const owner = await addCompany(fixture, 'Patient')
  const file = await download(fixture, owner, { limit: 4 })
  await sendBack(owner, file.id, 1)
  await sendBack(owner, file.id, 2)
  const [first] = await reportsOf(owner)
  expect(first).toMatchObject({ leads: 2 })
  expect((await handle(first?.id ?? '', { refund: true })).body).toMatchObject({ refunded: 2, state: 'open' })
  await sendBack(owner, file.id, 3)
  const [second] = await reportsOf(owner)
  expect(second).toMatchObject({ leads: 1, refunded: null })
  expect((await handle(second?.id ?? '', { refund: true, close: true })).body).toMatchObject({ refunded: 1 })
  expect((await reportsOf(owner)).map(({ refunded, closedAt }) => [refunded, closedAt !== null])).toEqual([
    [1, true],
    [2, false],
  ])
  expect(await brokenInvariants(fixture)).toEqual([])
})

test('with the account go its reports, and no lead waits for one that is gone', async () => {
  const owner = await addCompany(fixture, 'Leaving')
  const file = await download(fixture, owner, { limit: 4 })
  await sendBack(owner, file.id, 1)
  const { password, email, companyId } = owner
  await fixture.call('POST', '/api/account/reauthenticate', { as: owner, body: { password } })
  const gone = await fixture.call('DELETE', '/api/account', { as: owner, body: { email } })
  expect(gone.status, gone.text).toBeLessThan(300)
  expect(await fixture.deps.db.$count(reports, eq(reports.companyId, companyId))).toBe(0)
  const kept = await fixture.deps.db
    .select({ state: returnedLeads.state })
    .from(returnedLeads)
    .where(eq(returnedLeads.companyId, companyId))
  expect(kept).toEqual([{ state: 'refused' }])
  expect(await brokenInvariants(fixture)).toEqual([])
})
