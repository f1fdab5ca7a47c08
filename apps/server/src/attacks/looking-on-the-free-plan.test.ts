import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCompany, type CompaniesFixture, openCompaniesFixture } from '../testing/companies-fixture.ts'

/* A company on the free plan, of 25 leads a month, that copies the dataset by looking at it. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 1200, jobs: false })
})

afterAll(async () => await fixture.close())

test('paging through every state and trade ends after 5,000 rows of a day, counts go on', async () => {
  const as = await addCompany(fixture, 'copier')
  let rows = 0
  let last = 200
  copying: for (const filter of [
    '',
    'industry:Plumbing',
    'industry:Roofing',
    'industry:Bakery',
    'industry:Dentist',
  ])
    for (let turn = 0; turn < 4; turn++)
      for (let offset = 0; offset <= 1000; offset += 50) {
        const answer = await fixture.call('POST', '/api/search/firms', {
          as,
          body: { filter, offset },
        })
        last = answer.status
        if (last !== 200) break copying
        rows += answer.body.rows.length
        if (answer.body.rows.length < 50) break
      }
  expect(last).toBe(429)
  expect(rows).toBe(5_000)
  const counted = await fixture.call('POST', '/api/search/firms', {
    as,
    body: { count_only: true },
  })
  expect(counted.body.count).toBe(1200)
  const other = await fixture.call('POST', '/api/search/firms', { as: fixture.people.stranger, body: {} })
  expect(other.status).toBe(200)
})

test('asking for the values of a column letter by letter ends as well', async () => {
  const as = await addCompany(fixture, 'speller')
  const { companyId } = as
  const ask = async (q: string) =>
    await fixture.call('GET', `/api/search/firms/suggest?column=company&q=${q}`, {
      as,
    })
  const first = await ask('firm')
  expect(first.body.values).toHaveLength(20)
  const looked = async () =>
    (await fixture.database.pool.query('SELECT rows FROM search_views WHERE company_id = $1', [companyId]))
      .rows
  expect(await looked()).toEqual([{ rows: 5 }])
  expect((await ask('zzzz')).body.values).toEqual([])
  expect(await looked()).toEqual([{ rows: 5 }])
  await fixture.database.pool.query('UPDATE search_views SET rows = 4995 WHERE company_id = $1', [companyId])
  expect((await ask('firm')).status).toBe(200)
  const refused = await ask('firm')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.text).toContain('Your plan shows 5,000 leads a day')
})
