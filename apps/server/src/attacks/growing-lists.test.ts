import { setImmediate } from 'node:timers/promises'
import { zipPlaces } from '@freeor/leads/geography/zip-places'
import { zipListTable } from '@freeor/leads/query/zip-list-table'
import type { SearchRequest } from '@freeor/leads/schema'
import { zipListLimits } from '@freeor/leads/zip-lists/commands'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '../doctor.ts'
import {
  addCompany,
  type CompaniesFixture,
  download,
  openCompaniesFixture,
} from '../testing/companies-fixture.ts'
import type { Person } from '../testing/people.ts'

/* Lists as large as they may be, and a member who sends them one after the other. */

const FIRMS = 400
let fixture: CompaniesFixture
let owner: Person
let everywhere: string

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: FIRMS })
  owner = fixture.people.owner
  everywhere = (await keep([...zipPlaces().keys()].join('\n'))).body.id
})

afterAll(async () => await fixture.close())

const keep = async (text: string, as = owner) =>
  await fixture.call('POST', '/api/zip-lists', { as, body: { text } })

const search = async (body: SearchRequest, as = owner) =>
  await fixture.call('POST', '/api/search/firms', { as, body })

const quote = async (body: object, as = owner) =>
  await fixture.call('POST', '/api/downloads/quote', {
    as,
    body: { dictId: 'firms', ...body },
  })

/** 50,000 codes, of which the firms' 77002 is one. */
const manyCodes = (first: number) => Array.from({ length: 50_000 }, (_, i) => String(first + i))

describe('a list of every ZIP code of the country', () => {
  test('can be searched, excluded, counted without, quoted and ordered', async () => {
    const dslFilter = `zip:@${everywhere}`
    const found = await search({ dslFilter, filter: 'industry:Plumbing', facets: ['city'], limit: 5 })
    expect(found.status, found.text).toBe(200)
    expect(found.body.count).toBe(FIRMS / 4)
    expect(found.body.dropOne.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([100, 400])
    expect((await search({ dslFilter: `-${dslFilter}` })).body.count).toBe(0)
    expect((await search({ dslFilter: `-${dslFilter}`, count_only: true })).body.count).toBe(0)
    expect((await quote({ dslFilter, limit: 20 })).body).toMatchObject({ matches: FIRMS, rows: 20 })
    const saved = await fixture.call('POST', '/api/saved-searches', {
      as: owner,
      body: { dictId: 'firms', searchName: 'Everywhere', dslFilter },
    })
    expect(saved.body, saved.text).toMatchObject({ count: FIRMS })
    const made = await download(fixture, owner, { limit: 3, filter: dslFilter })
    expect(made).toMatchObject({ state: 'ready', downloadCount: 3 })
  })

  test('and two lists of 50,000 codes work in one search, one of them excluded', async () => {
    const [south, west] = [await keep(manyCodes(40_000).join(' ')), await keep(manyCodes(49_999).join(';'))]
    expect([south.status, west.status]).toEqual([200, 200])
    expect([south.body.count, west.body.count]).toEqual([50_000, 50_000])
    const count = async (dslFilter: string) => (await search({ dslFilter })).body.count
    // 77002, 75201, 89501 and 93701: up to 89999 and from 49999 on.
    expect(await count(`zip:@${south.body.id}`)).toBe(300)
    expect(await count(`zip:@${south.body.id} zip:@${west.body.id}`)).toBe(300)
    expect(await count(`zip:@${west.body.id} -zip:@${south.body.id}`)).toBe(100)
    expect(await count(`zip:@${south.body.id},@${west.body.id},@${everywhere}`)).toBe(400)
    expect(await count(`-zip:@${south.body.id} -zip:@${west.body.id}`)).toBe(0)
    expect((await quote({ dslFilter: `zip:@${west.body.id} -zip:@${south.body.id}` })).body.matches).toBe(100)
  })

  test('cannot be read by another company, by any call', async () => {
    const { stranger } = fixture.people
    for (const dslFilter of [`zip:@${everywhere}`, `-zip:@${everywhere}`]) {
      expect((await search({ dslFilter }, stranger)).status).toBe(422)
      expect((await search({ dslFilter, count_only: true }, stranger)).status).toBe(422)
      expect((await quote({ dslFilter }, stranger)).status).toBe(422)
    }
  })

  test('is loaded into the engine again when the engine has lost it or half of it', async () => {
    const { body: list } = await keep('77002 75201')
    await fixture.deps.olap.write(`INSERT INTO ${zipListTable} VALUES ({id:String}, '77002')`, {
      id: list.id,
    })
    expect((await search({ dslFilter: `zip:@${list.id}` })).body.count).toBe(200)
  })
})

describe('a member who sends the largest texts one after the other', () => {
  /** Letters of another alphabet, hyphens, digits: what a text parser may be slow at. */
  const texts = [
    'ä'.repeat(990_000),
    '-'.repeat(1_900_000),
    `${'1'.repeat(900_000)} ${'a-'.repeat(490_000)}`,
    'a '.repeat(950_000),
  ]

  test('leaves everybody else their turns while the texts are read', async () => {
    const attacker = await addCompany(fixture, 'attacker')
    let isReading = true
    let turns = 0
    const others = (async () => {
      while (isReading) {
        await setImmediate()
        turns++
      }
    })()
    for (const text of texts) expect((await keep(text, attacker)).status).toBe(422)
    isReading = false
    await others
    // One text in one piece took a quarter of a second.
    expect(turns).toBeGreaterThan(150)
  })

  test('is refused once the day’s texts are read, large or small, and everybody else is served', async () => {
    const attacker = await addCompany(fixture, 'sender')
    expect((await keep('no code', attacker)).status).toBe(422)
    const { charactersPerDay, charactersAtLeast } = zipListLimits
    // The text without a code counted as well.
    const spend = async (characters: number) =>
      await fixture.database.pool.query('UPDATE zip_list_reads SET characters = $1 WHERE company_id = $2', [
        characters,
        attacker.companyId,
      ])
    await spend(charactersPerDay - 1_000_000)
    expect((await keep('77002 '.repeat(200_000), attacker)).status).toBe(429)
    expect((await keep('77002 '.repeat(150_000), attacker)).status).toBe(200)
    await spend(charactersPerDay - charactersAtLeast)
    expect((await keep('77003', attacker)).status).toBe(200)
    const refused = await keep('77004', attacker)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await keep('77005')).status).toBe(200)
  })
})

test('afterwards everything holds', async () => {
  const { invariants } = await checkInvariants(fixture.deps)
  expect(invariants.filter(({ ok }) => !ok)).toEqual([])
})
