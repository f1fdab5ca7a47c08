import type { Dictionary, SearchRequest } from '@freeor/leads/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallOptions } from './testing/call.ts'
import { contactPattern } from './testing/firms.ts'
import { addressOf, documentedOperations } from './testing/operations-under-test.ts'
import { openSecurityFixture } from './testing/security-fixture.ts'
import type { SecurityFixture } from './testing/security-row.ts'
import { securityRows } from './testing/security-rows.ts'

/**
 * A signed-in person wants contacts without paying: no read gives them a contact of a lead that their company does not
 * own. `contactPattern` matches every contact value of the test's firms.
 */

let fixture: SecurityFixture
let dictionary: Dictionary
let contacts: string[]
const ownContacts = new Set<string>()

beforeAll(async () => {
  fixture = await openSecurityFixture({ firms: 1200 })
  dictionary = (await ask('GET', '/api/dictionaries/firms')).body
  contacts = dictionary.columns.filter(({ contact }) => contact).map(({ key }) => key)
  const file = await fixture.call('GET', `/api/downloads/${fixture.own.downloadId}/file`, {
    as: fixture.people.owner,
  })
  for (const [value] of file.text.matchAll(new RegExp(contactPattern, 'gi'))) ownContacts.add(value)
})

afterAll(async () => await fixture.close())

const ask = <Method extends string, Path extends string>(
  method: Method,
  path: Path,
  options: CallOptions = {},
) => fixture.call(method, path, { as: fixture.people.viewer, ...options })

const search = (body: SearchRequest, as = fixture.people.viewer) =>
  ask('POST', '/api/search/firms', { body, as })

/** The text has no contacts but those that the company paid for. */
function expectNoContact(text: string): void {
  const found = [...text.matchAll(new RegExp(contactPattern, 'gi'))]
    .filter(([value]) => !ownContacts.has(value))
    .map(({ index }) => text.slice(Math.max(0, index - 100), index + 60))
  expect(found).toEqual([])
}

test('the firms have contact columns, and the pattern matches their values', () => {
  expect(contacts.toSorted()).toEqual(['email', 'phone'])
  expect(ownContacts.size).toBeGreaterThanOrEqual(1)
})

test.each(['viewer', 'member', 'stranger'] as const)(
  'the %s pages to the end of what is shown',
  async (who) => {
    const as = fixture.people[who]
    let rows = 0
    for (let offset = 0; offset <= 1000; offset += 50) {
      const answer = await search({ offset, limit: 50 }, as)
      expect(answer.status, answer.text).toBe(200)
      rows += answer.body.rows.length
      for (const row of answer.body.rows) {
        if (!row.owned) expect(row.masked.toSorted()).toEqual(contacts.toSorted())
        for (const key of contacts) if (!row.owned) expect(row.cells[key]).toBe('•••')
      }
      if (who !== 'stranger') expectNoContact(answer.text)
    }
    expect(rows, 'no deeper than 1,000 rows').toBe(1000)
  },
)

test('a company sees what it owns, and another company does not', async () => {
  const mine = await search({ limit: 1 }, fixture.people.viewer)
  expect(mine.body.rows[0]).toMatchObject({ owned: true, masked: [] })
  const lead = mine.body.rows[0]?.id
  expect(fixture.own.downloadId).not.toBe(fixture.theirs.downloadId)
  const lapsed = await search({ limit: 50, offset: 1 }, fixture.people.stranger)
  expect(lapsed.body.rows.some(({ id, owned }) => id !== lead && owned)).toBe(false)
})

test.each([{ offset: 1001 }, { limit: 51 }, { offset: 5000, limit: 50 }, { limit: 1e9 }])(
  'a page beyond what is shown (%j) is refused',
  async (page) => {
    expect((await search(page)).status).toBe(422)
  },
)

describe('a contact column', () => {
  test('is no facet', async () => {
    for (const key of contacts) expect((await search({ facets: [key] })).status).toBe(422)
  })

  test('is no sort key, here and in a file', async () => {
    for (const column of contacts)
      for (const direction of ['asc', 'desc'] as const) {
        const sort = [{ column, direction }]
        expect((await search({ sort })).status).toBe(422)
        const body = { dictId: 'firms', sort, limit: 1 }
        const quote = await ask('POST', '/api/downloads/quote', { body, as: fixture.people.member })
        expect(quote.status).toBe(422)
      }
  })

  test('has no suggestions', async () => {
    for (const key of contacts)
      for (const q of ['', 'pr', 'private-person', '832', '@f']) {
        const answer = await ask(
          'GET',
          `/api/search/firms/suggest?${new URLSearchParams({ column: key, q })}`,
        )
        expect(answer.status, answer.text).toBe(404)
      }
  })

  test('cannot be guessed: a count of leads by one of its values is refused by every call', async () => {
    for (const key of contacts)
      for (const guess of [
        `${key}:private-person-0001@firm-0001.example`,
        `${key}:"832-555-0001"`,
        `${key}:p*`,
        `${key}:~private`,
        `-${key}:p*`,
        `(${key}:8* or city:Houston)`,
        `${key}:>a`,
        `${key}:a..z`,
        `${key}:*,p*`,
      ]) {
        for (const field of ['filter', 'dslFilter', 'q'] as const) {
          const answer = await search({ [field]: guess, count_only: true })
          expect(answer.status, `${field} ${guess}: ${answer.text}`).toBe(422)
        }
        const body = { dictId: 'firms', filter: guess }
        const quote = await ask('POST', '/api/downloads/quote', { body, as: fixture.people.member })
        expect(quote.status, guess).toBe(422)
      }
  })

  test('is not searched for a bare word', async () => {
    for (const word of [
      'private',
      'private-person-0001',
      '"firm-0001.example"',
      '"832-555"',
      '"832-555-0007"',
    ]) {
      const answer = await search({ q: word })
      if (answer.status === 200) expect(answer.body.count, word).toBe(0)
      else expect(answer.status, answer.text).toBe(422)
    }
  })

  test('can be filtered by its presence only', async () => {
    const answer = await search({ filter: `${contacts[0]}:*`, count_only: true })
    expect(answer.body.count).toBe(1200)
  })
})

test('facets, map, drops and versions of many searches hold no contact', async () => {
  const facets = dictionary.columns
    .filter(({ facet }) => facet)
    .map(({ key }) => key)
    .slice(0, 12)
  for (const filter of ['', 'employees:>100', 'industry:Plumbing', 'city:Houston', 'company:~firm'])
    for (const zoom of [3, 7, 12, 20]) {
      const map = { bbox: [-125, 24, -66, 49] as [number, number, number, number], zoom }
      const answer = await search({ filter, facets, map, asOf: dictionary.version, limit: 10, offset: 7 })
      expect(answer.status, answer.text).toBe(200)
      expectNoContact(answer.text)
    }
})

test('suggestions of every column hold no contact', async () => {
  for (const { key } of dictionary.columns)
    for (const q of ['', 'pr', 'fi', '83', 'ho', '0', '@', '%', '_', '-']) {
      const answer = await ask('GET', `/api/search/firms/suggest?${new URLSearchParams({ column: key, q })}`)
      expect([200, 404, 422], answer.text).toContain(answer.status)
      expectNoContact(answer.text)
    }
})

test.each(['viewer', 'member'] as const)(
  'no call that the %s may make holds one, files aside',
  async (who) => {
    for (const operation of documentedOperations()) {
      if (['fetchFile', 'issueToken'].includes(operation.id)) continue
      const row = securityRows[operation.id]
      const input = await row?.sample(fixture, fixture.people[who])
      if (!input) throw new Error(`${operation.id} has no row`)
      const { headers = {}, body } = input
      const as = fixture.people[who]
      const call = { as, headers, ...(body && { body }) }
      const answer = await ask(operation.method, addressOf(operation, input), call)
      expectNoContact(answer.text)
      await row?.undo?.(fixture, as, who)
    }
  },
)

test('the pages of the sites and the documents hold none', async () => {
  for (const path of ['/', '/search', '/openapi.json', '/api/docs', '/api/showcase'])
    expectNoContact((await ask('GET', path)).text)
})
