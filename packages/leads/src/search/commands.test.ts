import type { CompanyScope } from '@freeor/kernel/scope'

import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCompany } from '../downloads/testing.ts'
import { forgetViews, spendViews } from './commands.ts'
import { searchViews } from './tables.ts'
import { rowsOfSuggestions, viewsPerDay } from './view-budget.ts'

let database: TestDatabase
let scope: CompanyScope
let other: CompanyScope
const noon = new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  database = await testDatabase()
  scope = await newCompany(database.db, { now: noon })
  other = await newCompany(database.db, { now: noon })
})
afterAll(async () => await database.close())

test('rows are counted by company and day, also in parallel, and no further than the budget', async () => {
  const most = viewsPerDay(5000)
  const look = async (rows: number, of = scope, now = noon) =>
    await spendViews(database.db, of, { rows, most, now })
  await Promise.all(Array.from({ length: most / 500 }, () => look(500)))
  await expect(look(1)).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: 43_200 },
    message: expect.stringContaining('50,000 leads a day'),
  })
  await look(50, other)
  await look(50, scope, new Date('2026-11-21T00:00:00Z'))
})

test('a search that shows no row costs nothing', async () => {
  const before = await database.db.select().from(searchViews)
  await spendViews(database.db, scope, { rows: 0, most: 0, now: noon })
  expect(await database.db.select().from(searchViews)).toEqual(before)
})

test.each([
  [0, 5_000],
  [25, 5_000],
  [1_000, 10_000],
  [5_000, 50_000],
  [50_000, 100_000],
])('a plan of %d leads a month shows %d rows a day', (leads, views) => {
  expect(viewsPerDay(leads)).toBe(views)
})

test('four suggestions count as a row, and fewer too', () => {
  expect([0, 1, 4, 5, 20].map(rowsOfSuggestions)).toEqual([0, 1, 1, 2, 5])
})

test('old days are forgotten', async () => {
  await forgetViews(database.db, new Date('2026-12-24T00:00:00Z'))
  expect(await database.db.select().from(searchViews)).toEqual([])
})
