import type { Olap } from '@freeor/clickhouse/olap'
import { addOptOuts } from '@freeor/leads/opt-outs/commands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { importFirms } from '../../testing/firms.ts'

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40, jobs: false })
})
afterAll(async () => await fixture.close())

const suggestion = z.object({ column: z.string(), value: z.string(), count: z.coerce.number() })

const suggestionsOf = async (version: number) =>
  await fixture.deps.olap.ask({
    sql: `SELECT column, value, count FROM freeor.suggest_1_v${version} ORDER BY column, value`,
    pool: 'writer',
    row: suggestion,
  })

test('an addition recounts all suggestions of a version in two statements, as a new import counts them', async () => {
  const { deps } = fixture
  const written: string[] = []
  const olap: Olap = {
    ...deps.olap,
    write: async (sql, ...rest) => {
      written.push(sql)
      await deps.olap.write(sql, ...rest)
    },
  }
  const text = 'private-person-0007@firm-0007.example\nprivate-person-0008@firm-0008.example'
  const action = { superAdminUserId: undefined, reason: 'a test' }
  expect(await addOptOuts({ ...deps, olap }, text, action)).toMatchObject({ leads: 2 })
  const recounting = written.filter((sql) => sql.includes('suggest_1_v1'))
  expect(recounting.map((sql) => sql.slice(0, 6))).toEqual(['DELETE', 'INSERT'])
  const before = await suggestionsOf(1)
  expect(new Set(before.map(({ column }) => column)).size).toBeGreaterThan(1)

  // The import leaves out who has opted out.
  await importFirms(deps, 40)
  expect(before).toEqual(await suggestionsOf(2))
})
