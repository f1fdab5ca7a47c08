import { importLeads } from '@freeor/leads/import/commands'
import { memorySource } from '@freeor/leads/import/testing'
import type { EmptyRequest } from '@freeor/leads/schema'
import { searchViews } from '@freeor/leads/search/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CompaniesFixture,
  download,
  finished,
  openCompaniesFixture,
} from '../../testing/companies-fixture.ts'
import { contactPattern, firmsDictId } from '../../testing/firms.ts'
import type { Person } from '../../testing/people.ts'

/* What is known of one lead. */

let fixture: CompaniesFixture
beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40 })
})
afterAll(async () => await fixture.close())

const read = (leadId: string, as: Person, body: EmptyRequest = {}, dictId = firmsDictId) =>
  fixture.call('POST', `/api/search/${dictId}/leads/${leadId}`, { as, body })

async function idOf(filter: string, dictId = firmsDictId): Promise<string> {
  const body = { filter, limit: 1 }
  const answer = await fixture.call('POST', `/api/search/${dictId}`, { as: fixture.people.owner, body })
  expect(answer.body.count, answer.text).toBe(1)
  return answer.body.rows[0]?.id ?? ''
}

test('its row is the row of a search; no contact is in any part of the answer until it is owned', async () => {
  const { owner, stranger } = fixture.people
  const id = await idOf('company:"Firm 0007 LLC"')
  const row = async (as: Person) => {
    const body = { filter: 'company:"Firm 0007 LLC"' }
    const answer = await fixture.call('POST', `/api/search/${firmsDictId}`, { as, body })
    const { note, ...lead } = answer.body.rows[0] ?? {}
    expect(note).toBe(null)
    return lead
  }
  const covered = await read(id, owner, { filter: 'email:* company:~Firm' })
  expect(covered.status, covered.text).toBe(200)
  expect(covered.text).not.toMatch(contactPattern)
  expect(covered.body).toMatchObject({ lead: await row(owner), isGone: false, ownership: null, version: 1 })
  expect(covered.body.lead.masked).toEqual(['email', 'phone'])

  const file = await download(fixture, owner, { filter: 'company:"Firm 0007 LLC"' })
  const owned = await read(id, owner, { filter: 'email:* company:~Firm' })
  expect(owned.body).toMatchObject({ lead: await row(owner), ownership: { downloadId: file.id } })
  expect(owned.text).toMatch(contactPattern)
  const theirs = await read(id, stranger, { filter: 'email:*' })
  expect(theirs.text).not.toMatch(contactPattern)
  expect(theirs.body.ownership).toBeNull()
})

test('what an old version knew is covered too; values have the version and file that they came from', async () => {
  const dictId = 'moving'
  const columns = 'ID,Name,City,Email,Phone'
  const put = (rows: readonly string[], name: string) =>
    importLeads(fixture.deps.imports, {
      source: { ...memorySource([columns, ...rows, ''].join('\n')), name },
      dictId,
    })
  const others = Array.from(
    { length: 30 },
    (_, i) => `${i + 10},n${i},Reno,n${i}@n.example,775-555-${1000 + i}`,
  )
  await put([...others, '1,Ada,Reno,private-person-1@a.example,832-555-0001', '2,Ben,Reno,,'], 'march.csv')
  await put([...others, '1,Ada,Austin,private-person-2@a.example,832-555-0001', '2,Ben,Reno,,'], 'april.csv')
  await put([...others, '1,Ada,Austin,private-person-2@a.example,832-555-0001'], 'may.csv')
  const { owner } = fixture.people
  const ada = await read(await idOf('name:Ada', dictId), owner, {}, dictId)
  expect(ada.status, ada.text).toBe(200)
  expect(ada.text).not.toMatch(contactPattern)
  expect(ada.body.match).toBeNull()
  const value = (key: string) => ada.body.values.find(({ column }) => column === key)
  expect(value('name')).toMatchObject({ version: 1, file: 'march.csv', isOldest: false })
  expect(value('city')).toMatchObject({ version: 2, file: 'april.csv' })
  expect(value('email')).toMatchObject({ version: 2 })
  expect(value('phone')).toMatchObject({ version: 1 })
  expect(ada.body.versions.map(({ version, state }) => [version, state])).toEqual([
    [3, 'same'],
    [2, 'changed'],
    [1, 'new'],
  ])
  const [, second] = ada.body.versions
  expect(second?.changes).toEqual([
    { column: 'city', before: 'Reno', after: 'Austin' },
    { column: 'email', before: '•••', after: '•••' },
  ])

  const benId = (
    await fixture.call('POST', `/api/search/${dictId}`, {
      ...{ as: owner, body: { filter: 'name:Ben', asOf: 2 } },
    })
  ).body.rows[0]?.id
  const ben = await read(benId ?? '', owner, { q: 'gone:v2 name:Ben' }, dictId)
  expect(ben.body).toMatchObject({ isGone: true, version: 2, match: { matches: true } })
  expect(ben.body.versions.map(({ state }) => state)).toEqual(['missing', 'same', 'new'])
})

test('a search that it is opened from says which clause holds where; an unreadable one is refused', async () => {
  const { owner } = fixture.people
  const id = await idOf('company:"Firm 0008 LLC"')
  const found = await read(id, owner, {
    dslFilter: 'state:TX,NV within:25mi@77002',
    filter: '-industry:Bakery',
  })
  expect(found.status, found.text).toBe(200)
  // The eighth firm is in Houston.
  expect(found.body.match).toMatchObject({ matches: true })
  const clauses = found.body.match?.parts.flatMap((part) => part.clauses) ?? []
  expect(clauses.find(({ text }) => text.startsWith('state:'))).toMatchObject({
    place: 'TX',
    columns: ['state'],
  })
  expect(clauses.find(({ text }) => text.startsWith('within:'))?.meters).toBeLessThan(25 * 1609.344)
  expect((await read(id, owner, { filter: 'email:~private' })).status).toBe(422)
  expect((await read(id, owner, { filter: 'employees:50..x' })).status).toBe(422)
})

test('ids that are none, that name nothing, or belong to another dataset find nothing', async () => {
  const { owner } = fixture.people
  for (const id of ['1', '18446744073709551615']) expect((await read(id, owner)).status, id).toBe(404)
  for (const id of ['18446744073709551616', '-1', '1 OR 1=1', 'abc', '1e3', '123456789012345678901'])
    expect((await read(encodeURIComponent(id), owner)).status, id).toBe(422)
  expect((await read(await idOf('company:"Firm 0009 LLC"'), owner, {}, 'nowhere')).status).toBe(404)
})

test('a page counts like a row of a search against the day, and an owned lead does not', async () => {
  const { stranger, owner } = fixture.people
  const rows = async (as: Person) => {
    const [row] = await fixture.deps.db
      .select()
      .from(searchViews)
      .where(eq(searchViews.companyId, as.companyId))
    return row?.rows ?? 0
  }
  const id = await idOf('company:"Firm 0010 LLC"')
  const before = await rows(stranger)
  await read(id, stranger)
  expect(await rows(stranger)).toBe(before + 1)
  await download(fixture, owner, { filter: 'company:"Firm 0010 LLC"' })
  const owned = await rows(owner)
  await read(id, owner)
  expect(await rows(owner)).toBe(owned)
})

test('other leads of its business are told of, covered until they are owned, and count as rows', async () => {
  const { owner, stranger } = fixture.people
  const dictId = 'twice'
  await importLeads(fixture.deps.imports, {
    source: memorySource(
      [
        'ID,Company,Address,ZIP,Phone',
        '1,Acme Plumbing LLC,12 North Main St,77002,(832) 555-0101',
        '2,ACME PLUMBING,"12 N. Main Street, Suite 4",77002,832-555-0101',
        '3,Bright Dental,7 Elm St,77002,(832) 555-0102',
        '',
      ].join('\n'),
    ),
    dictId,
  })
  const first = await idOf('company:"Acme Plumbing LLC"', dictId)
  const second = await idOf('company:"ACME PLUMBING"', dictId)
  const other = await idOf('company:"Bright Dental"', dictId)
  const spent = async () => {
    const mine = eq(searchViews.companyId, stranger.companyId)
    const [row] = await fixture.deps.db.select().from(searchViews).where(mine)
    return row?.rows ?? 0
  }
  const before = await spent()
  const seen = await read(first, stranger, {}, dictId)
  expect(seen.body.sameBusiness).toMatchObject([{ id: second, owned: false, masked: ['phone'] }])
  expect(seen.body.sameBusiness[0]?.cells.company).toBe('ACME PLUMBING')
  expect(seen.text).not.toMatch(contactPattern)
  expect(await spent()).toBe(before + 2)
  expect((await read(second, stranger, {}, dictId)).body.sameBusiness.map(({ id }) => id)).toEqual([first])
  expect((await read(other, stranger, {}, dictId)).body.sameBusiness).toEqual([])
  const ordered = await fixture.call('POST', '/api/downloads', {
    ...{ as: owner, headers: { 'idempotency-key': 'same' } },
    body: { dictId, filter: 'company:"ACME PLUMBING"' },
  })
  await finished(fixture, owner, ordered.body.id)
  const owned = await read(first, owner, {}, dictId)
  expect(owned.body.lead.masked).toEqual(['phone'])
  expect(owned.body.sameBusiness).toMatchObject([{ id: second, owned: true, masked: [] }])
})
