import { columnChoices } from '@freeor/leads/column-choices/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshen } from '../../testing/account-things.ts'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { firmsDictId } from '../../testing/firms.ts'
import { addPerson, type Person } from '../../testing/people.ts'

/* Which columns each person's table shows. */

let fixture: CompaniesFixture
beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 20 })
})
afterAll(async () => await fixture.close())

const path = `/api/dictionaries/${firmsDictId}/columns`
const read = async (as: Person) => (await fixture.call('GET', path, { as })).body.columns
const keep = (as: Person, columns: unknown) => fixture.call('PUT', path, { as, body: { columns } })

test('a choice is kept for the person who made it, in its order, and ends with null', async () => {
  const { owner, member } = fixture.people
  expect(await read(owner)).toBeNull()
  expect((await keep(owner, ['city', 'company'])).status).toBe(200)
  expect((await keep(owner, ['employees', 'city', 'company'])).status).toBe(200)
  expect(await read(owner)).toEqual(['employees', 'city', 'company'])
  expect(await read(member), 'a colleague has their own').toBeNull()
  expect((await keep(owner, null)).status).toBe(200)
  expect(await read(owner)).toBeNull()
})

test('no column, one twice and one that the dataset does not have are refused, and change nothing', async () => {
  const as = fixture.people.owner
  await keep(as, ['company'])
  for (const columns of [
    [],
    ['city', 'city'],
    ['company', 'salary'],
    ['lead_id; DROP TABLE'],
    'company',
    [1],
  ])
    expect((await keep(as, columns)).status, JSON.stringify(columns)).toBe(422)
  expect(await read(as)).toEqual(['company'])
  expect(
    (await fixture.call('PUT', '/api/dictionaries/nowhere/columns', { as, body: { columns: ['a'] } })).status,
  ).toBe(404)
})

test('it is in the personal export, and goes with the account', async () => {
  const as = await addPerson(fixture.deps, fixture.call, { name: 'leaver' })
  await keep(as, ['city'])
  await freshen(fixture, as)
  const { columnChoices: exported } = JSON.parse(
    (await fixture.call('GET', '/api/account/export', { as })).text,
  )
  expect(exported).toMatchObject([{ dictId: firmsDictId, columns: ['city'] }])
  const kept = () => fixture.deps.db.$count(columnChoices, eq(columnChoices.userId, as.userId))
  expect(await kept()).toBe(1)
  const gone = await fixture.call('DELETE', '/api/account', { as, body: { email: as.email } })
  expect(gone.status, gone.text).toBe(204)
  expect(await kept()).toBe(0)
})
