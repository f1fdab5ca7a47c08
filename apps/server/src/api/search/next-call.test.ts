import { companyMembers, sessions, users } from '@freeor/accounts/tables'
import { customers } from '@freeor/billing/tables'
import { importLeads } from '@freeor/leads/import/commands'
import { memorySource } from '@freeor/leads/import/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCompany, type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import type { Person } from '../../testing/people.ts'

/* What a call rests on is read anew by each call: nothing that ended lives on in a cache or a prepared statement. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40, jobs: false })
})

afterAll(async () => await fixture.close())

const count = (as: Person, via: 'cookie' | 'bearer' = 'cookie') =>
  fixture.call('POST', '/api/search/firms', {
    as,
    via,
    body: { count_only: true },
  })

/** Someone whose search just worked, by cookie and by bearer token. */
async function searching(name: string): Promise<Person> {
  const person = await addCompany(fixture, name)
  expect((await count(person)).body.count).toBe(40)
  expect((await count(person, 'bearer')).body.count).toBe(40)
  return person
}

test('a session that was ended is refused on the very next call, by cookie and by bearer token', async () => {
  const person = await searching('ended')
  await fixture.deps.db.delete(sessions).where(eq(sessions.userId, person.userId))
  expect((await count(person)).status).toBe(401)
  expect((await count(person, 'bearer')).status).toBe(401)
})

test('a session that ran out is refused on the very next call', async () => {
  const person = await searching('expired')
  const expiresAt = new Date(Date.now() - 1)
  await fixture.deps.db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, person.userId))
  expect((await count(person)).status).toBe(401)
})

test('a banned person is refused on the very next call', async () => {
  const person = await searching('banned')
  await fixture.deps.db.update(users).set({ banned: true }).where(eq(users.id, person.userId))
  expect((await count(person)).status).toBe(401)
})

test('a person removed from the company is refused on the very next call', async () => {
  const person = await searching('removed')
  await fixture.deps.db.delete(companyMembers).where(eq(companyMembers.userId, person.userId))
  const refused = await count(person)
  expect(refused.status, refused.text).toBe(403)
  expect(refused.body).toMatchObject({ code: 'forbidden', lostAccess: true })
})

test('a company whose plan ended is refused on the very next call, and served on the one after it is back', async () => {
  const person = await searching('unpaid')
  const isTheirs = eq(customers.companyId, person.companyId)
  await fixture.deps.db.update(customers).set({ subscriptionStatus: 'expired' }).where(isTheirs)
  expect((await count(person)).status).toBe(402)
  await fixture.deps.db.update(customers).set({ subscriptionStatus: 'active' }).where(isTheirs)
  expect((await count(person)).status).toBe(200)
})

test('the very next search and suggestion read the version that an import put in place', async () => {
  const as = fixture.people.owner
  for (const [round, trade] of ['baker', 'butcher', 'brewer'].entries()) {
    const rows = Array.from({ length: 30 - round }, (_, i) => `${i},n${i},${trade}`)
    const source = memorySource(`ID,Name,Trade\n${rows.join('\n')}\n`)
    await importLeads(fixture.deps.imports, { source, dictId: 'swapped' })
    const found = await fixture.call('POST', '/api/search/swapped', {
      as,
      body: { filter: `trade:${trade}`, count_only: true },
    })
    expect(found.body).toMatchObject({ count: 30 - round, dataVersion: round + 1 })
    const values = await fixture.call(
      'GET',
      `/api/search/swapped/suggest?column=trade&q=${trade.slice(0, 2)}`,
      {
        as,
      },
    )
    expect(values.body).toMatchObject({ values: [{ value: trade, count: 30 - round }] })
  }
})
