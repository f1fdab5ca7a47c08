import { datasets } from '@freeor/leads/dictionaries/tables'
import { deleteLeadNotesOf } from '@freeor/leads/lead-notes/delete-notes-of'
import { readLeadNote } from '@freeor/leads/lead-notes/queries'
import type { LeadNote, LeadNoteInput } from '@freeor/leads/lead-notes/schema'
import { sweepLeadNotes } from '@freeor/leads/lead-notes/sweep-lead-notes'
import { leadNoteChanges, leadNotes } from '@freeor/leads/lead-notes/tables'
import { leadNotesTable } from '@freeor/leads/query/lead-notes'
import type { LeadStatus } from '@freeor/leads/query/lead-statuses'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { listLeadTables } from '../../backup/lead-tables.ts'
import {
  addCompany,
  type CompaniesFixture,
  download,
  openCompaniesFixture,
} from '../../testing/companies-fixture.ts'
import { firmsDictId } from '../../testing/firms.ts'
import type { Person } from '../../testing/people.ts'

/* What a company says of leads: its own, never lost, and the same in counts, rows and files. */

let fixture: CompaniesFixture
let ids: string[] = []

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40 })
  ids = (await search('', { limit: 40 })).rows.map(({ id }: { id: string }) => id)
})
afterAll(async () => await fixture.close())
const put = async (leadId: string, body: Partial<LeadNoteInput> = {}, as: Person = fixture.people.member) =>
  await fixture.call('PUT', `/api/search/${firmsDictId}/leads/${leadId}/note`, {
    ...{ as, body: { status: null, note: '', revision: 0, ...body } },
  })

async function say(leadId: string, said: Partial<LeadNoteInput>, as?: Person): Promise<LeadNote> {
  const { revision } = await noteOf(leadId, as)
  const answer = await put(leadId, { revision, ...said }, as)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

async function noteOf(leadId: string, { companyId }: Person = fixture.people.member): Promise<LeadNote> {
  const [dataset] = await fixture.deps.db.select().from(datasets).where(eq(datasets.dictId, firmsDictId))
  const of = { datasetNo: dataset?.datasetNo ?? 0, leadId }
  return await readLeadNote(fixture.deps.db, { companyId }, of)
}

async function search(filter: string, more: object = {}, as: Person = fixture.people.member) {
  const answer = await fixture.call('POST', `/api/search/${firmsDictId}`, { as, body: { filter, ...more } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const found = async (filter: string, as?: Person): Promise<string[]> =>
  (await search(filter, { limit: 50 }, as)).rows.map(({ id }: { id: string }) => id).toSorted()

test('a colleague sees what is said and by whom; another company sees, counts and finds nothing of it', async () => {
  const { member, admin, viewer, stranger } = fixture.people
  const [lead = ''] = ids
  const said = await say(lead, { status: 'contacted', note: ' Call again in May ' })
  expect(said).toMatchObject({ status: 'contacted', note: 'Call again in May' })
  for (const as of [admin, viewer]) {
    const page = await fixture.call('POST', `/api/search/${firmsDictId}/leads/${lead}`, { as, body: {} })
    expect(page.body.note).toEqual(said)
  }
  expect(said.changedBy).toBeTruthy()
  const theirs = await fixture.call('POST', `/api/search/${firmsDictId}/leads/${lead}`, {
    as: stranger,
    body: {},
  })
  expect(theirs.body.note).toEqual({
    ...{ status: null, note: '', revision: 0, changedBy: null, changedAt: null },
  })
  expect(await found('leadstatus:contacted', admin)).toEqual([lead])
  expect(await found('leadnote:*', viewer)).toEqual([lead])
  expect(await found('leadstatus:* or leadnote:*', stranger)).toEqual([])
  // The other company says something else of the same lead.
  await say(lead, { status: 'customer' }, stranger)
  expect(await found('leadstatus:contacted', stranger)).toEqual([])
  expect(await found('leadstatus:customer', member)).toEqual([])
  expect((await put(lead, { status: 'new', revision: 1 }, viewer)).status).toBe(403)
  expect((await noteOf(lead)).status).toBe('contacted')
})

test('what a colleague wrote meanwhile is never written over unseen, also when both save at once', async () => {
  const { member, admin } = fixture.people
  const [, lead = ''] = ids
  const answers = await Promise.all([
    put(lead, { note: 'Of the member' }, member),
    put(lead, { note: 'Of the admin' }, admin),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [written, refused] = answers.toSorted((a, b) => a.status - b.status)
  expect(refused?.body).toMatchObject({ code: 'conflict', now: { note: written?.body.note } })
  expect(await noteOf(lead)).toEqual(written?.body)
  await say(lead, { note: 'Of both' }, admin)
  expect((await noteOf(lead)).note).toBe('Of both')
})

test('a lead that is not there, another status, a longer note and a text that is asked for are refused', async () => {
  expect((await put('18446744073709551614', { note: 'x' })).status).toBe(404)
  expect((await put('x', { note: 'x' })).status).toBe(422)
  const [, , lead = ''] = ids
  expect((await put(lead, { status: 'sold' as LeadStatus })).status).toBe(422)
  expect((await put(lead, { note: 'x'.repeat(2001) })).status).toBe(422)
  for (const filter of ['leadstatus:sold', 'leadnote:May', 'leadstatus:~con', 'leadstatus:1..2']) {
    const as = fixture.people.member
    const answer = await fixture.call('POST', `/api/search/${firmsDictId}`, { as, body: { filter } })
    expect([answer.status, answer.body.code], filter).toEqual([422, 'invalid_query'])
  }
  expect((await noteOf(lead)).revision).toBe(0)
})

test('each change is found by the next search: statuses, none, notes, together with other filters', async () => {
  const [one = '', two = '', three = ''] = ids.slice(20, 23)
  await say(one, { status: 'new', note: 'Said' })
  await say(two, { status: 'customer' })
  await say(three, { note: 'Said' })
  const among = async (filter: string) => (await found(filter)).filter((id) => [one, two, three].includes(id))
  expect(await among('leadstatus:new,customer')).toEqual([one, two].toSorted())
  expect(await among('leadstatus:*')).toEqual([one, two].toSorted())
  expect(await among('leadstatus:new leadnote:*')).toEqual([one])
  expect(await among('leadstatus:customer or leadnote:*')).toEqual([one, two, three].toSorted())
  const { count: some } = await search('leadstatus:*')
  expect((await search('-leadstatus:*')).count).toBe(40 - some)
  await say(one, { status: null, note: '' })
  await say(two, { status: 'unsuited' })
  expect(await among('leadstatus:*')).toEqual([two])
  expect(await among('leadstatus:customer,new')).toEqual([])
  expect(await among('leadnote:*')).toEqual([three])
  const { count, facets } = await search('leadstatus:* or leadnote:*', { facets: ['industry'] })
  const values = facets.flatMap((facet: { values: { count: number }[] }) => facet.values)
  expect(values.reduce((sum: number, value: { count: number }) => sum + value.count, 0)).toBe(count)
})

test('rows of a search have the status, which changes without the note; leads are counted by it', async () => {
  const [lead = '', other = ''] = ids.slice(3, 5)
  await say(lead, { status: 'new', note: 'Ask for Ann' })
  await say(other, { note: 'Said' })
  const row = async (id: string, as?: Person) =>
    (await search('', { limit: 40 }, as)).rows.find((one: { id: string }) => one.id === id)?.note
  const { revision } = await noteOf(lead)
  expect(await row(lead)).toEqual({ status: 'new', hasNote: true, revision })
  const changed = await put(lead, { status: 'interested', note: undefined, revision })
  expect([changed.status, changed.body.note]).toEqual([200, 'Ask for Ann'])
  expect(await row(lead)).toEqual({ status: 'interested', hasNote: true, revision: changed.body.revision })
  expect((await put(lead, { status: null, note: undefined, revision })).body).toMatchObject({
    ...{ code: 'conflict', now: { status: 'interested', note: 'Ask for Ann' } },
  })
  expect(await row(other)).toMatchObject({ status: null, hasNote: true })
  const { stranger } = fixture.people
  expect(await row(lead, stranger)).toBe(null)

  const counted = async (filter: string, as?: Person) =>
    (await search(filter, { statuses: true, limit: 0 }, as)).statuses
  const statuses: { status: LeadStatus; count: number }[] = await counted('')
  expect(statuses).not.toHaveLength(0)
  for (const { status, count } of statuses)
    expect((await search(`leadstatus:${status}`)).count, status).toBe(count)
  expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe((await search('leadstatus:*')).count)
  expect(await counted('leadstatus:interested')).toEqual(
    statuses.filter(({ status }) => status === 'interested'),
  )
  expect(await counted('-leadstatus:*')).toEqual([])
  expect(await counted('leadstatus:new', stranger)).toEqual([])
  for (const id of [lead, other]) await say(id, { status: null, note: '' })
})

test('changes of many at once are all found', async () => {
  const many = ids.slice(23, 40)
  const answers = await Promise.all(many.map(async (id) => await put(id, { status: 'interested' })))
  expect(answers.map(({ status }) => status)).toEqual(many.map(() => 200))
  expect(await found('leadstatus:interested')).toEqual(many.toSorted())
})

test('a file has the status and the note beside each lead where that is asked for, of one’s own company alone', async () => {
  const { owner, stranger } = fixture.people
  const [one = '', two = ''] = ids.slice(10, 12)
  await say(one, { status: 'contacted', note: '=cmd()|"A1"\nsecond line' }, owner)
  await say(two, { note: 'Theirs' }, stranger)
  const { id, downloadCount } = await download(fixture, owner, {
    ...({ limit: 25, columns: ['company'], includeNotes: true, filter: '' } as object),
  })
  expect(downloadCount).toBe(25)
  const { text } = await fixture.call('GET', `/api/downloads/${id}/file`, { as: owner })
  const [header, ...lines] = text.trimEnd().split('\r\n')
  expect(header).toBe('"Company","Lead status","Lead note"')
  const with_ = lines.filter((line) => line.includes('cmd'))
  // Inert in a spreadsheet, like every text.
  expect(with_.map((line) => line.slice(line.indexOf(',') + 1))).toEqual([
    '"Contacted","\'=cmd()|""A1""\nsecond line"',
  ])
  expect(text).not.toContain('Theirs')
  const plain = await download(fixture, owner, { limit: 25 })
  const file = await fixture.call('GET', `/api/downloads/${plain.id}/file`, { as: owner })
  expect(file.text).not.toContain('Lead note')
})

test('a quote and a file of a status are of exactly its leads', async () => {
  const { owner } = fixture.people
  for (const id of ids.slice(3, 8)) await say(id, { status: 'unsuited', note: 'quoted' }, owner)
  const filter = 'leadstatus:unsuited leadnote:*'
  const body = { dictId: firmsDictId, filter }
  const quote = await fixture.call('POST', '/api/downloads/quote', { as: owner, body })
  expect(quote.body).toMatchObject({ matches: 5, rows: 5 })
  expect(await download(fixture, owner, { limit: 25, filter })).toMatchObject({
    downloadCount: 5,
  })
})

const textRow = z.object({ note: z.string() })
async function storedTexts({ companyId }: Person): Promise<string[]> {
  const sql = `SELECT note FROM ${leadNotesTable} WHERE company_id = {companyId:String} ORDER BY note`
  return (await fixture.deps.olap.ask({ sql, params: { companyId }, row: textRow })).map(({ note }) => note)
}

test('the engine forgets what was said before after a day, and companies that are gone; a backup does not copy it', async () => {
  const boss = await addCompany(fixture, 'Sayer')
  const [lead = ''] = ids
  await say(lead, { note: 'Before' }, boss)
  await found('leadnote:*', boss)
  await say(lead, { note: 'After' }, boss)
  await found('leadnote:*', boss)
  await sweepLeadNotes(fixture.deps)
  expect(await storedTexts(boss)).toEqual(['After', 'Before'])
  await fixture.deps.olap.write(
    `ALTER TABLE ${leadNotesTable} UPDATE copied_at = now() - INTERVAL 2 DAY WHERE 1 SETTINGS mutations_sync = 2`,
  )
  await sweepLeadNotes(fixture.deps)
  expect(await storedTexts(boss)).toEqual(['After'])
  expect(await found('leadnote:*', boss)).toEqual([lead])
  const tables = await listLeadTables(fixture.deps.olap, new Set())
  expect(tables.map(({ name }) => name)).not.toContain('lead_notes')
  await fixture.deps.db.delete(leadNoteChanges).where(eq(leadNoteChanges.companyId, boss.companyId))
  await sweepLeadNotes(fixture.deps)
  expect(await storedTexts(boss)).toEqual([])
})

test('a company says something of 100,000 leads of a dataset at most', async () => {
  const { db } = fixture.deps
  const { companyId, userId } = fixture.people.member
  const [, , , , , , , , lead = '', other = ''] = ids
  await say(lead, { status: 'new' })
  const [row] = await db.select().from(leadNotes).where(eq(leadNotes.companyId, companyId))
  await db.execute(sql`INSERT INTO lead_notes (company_id, dataset_no, lead_id, note, revision, changed_by, changed_at)
    SELECT ${companyId}, ${row?.datasetNo ?? 0}, 'x' || n, 'x', 1, ${userId}, now() FROM generate_series(1, 99999) AS n`)
  expect((await put(other, { status: 'new' })).status).toBe(409)
  // What it says already can still be changed.
  await say(lead, { status: 'customer' })
  await db.delete(leadNotes).where(and(eq(leadNotes.companyId, companyId), eq(leadNotes.note, 'x')))
})

test('what a company says ends with the account of its owner', async () => {
  const boss = await addCompany(fixture, 'Alone')
  const [lead = ''] = ids
  await say(lead, { note: 'Mine' }, boss)
  expect(await fixture.deps.db.$count(leadNotes, eq(leadNotes.companyId, boss.companyId))).toBe(1)
  await fixture.deps.db.transaction(async (tx) => {
    await deleteLeadNotesOf(tx, { userId: boss.userId, companyIds: [boss.companyId] })
  })
  expect(await fixture.deps.db.$count(leadNotes, eq(leadNotes.companyId, boss.companyId))).toBe(0)
})
