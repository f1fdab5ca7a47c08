import type { CompanyScope } from '@freeor/kernel/scope'

import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCompany } from '../downloads/testing.ts'
import { forgetViews, spendViews, viewsPerDay } from './commands.ts'
import { searchViews } from './tables.ts'

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

test('rows are counted by company and day, also when they come at once, and no further than the budget', async () => {
  const pages = Array.from({ length: viewsPerDay / 500 }, () => spendViews(database.db, scope, 500, noon))
  await Promise.all(pages)
  await expect(spendViews(database.db, scope, 1, noon)).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfter: 43_200 },
  })
  await spendViews(database.db, other, 50, noon)
  await spendViews(database.db, scope, 50, new Date('2026-11-21T00:00:00Z'))
})

test('a search that shows no row costs nothing', async () => {
  await spendViews(database.db, scope, 0, noon)
})

test('old days are forgotten', async () => {
  await forgetViews(database.db, new Date('2026-12-24T00:00:00Z'))
  expect(await database.db.select().from(searchViews)).toEqual([])
})
