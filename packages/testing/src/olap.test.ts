import { olapDatabase } from '@freeor/clickhouse/olap'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testOlap } from './olap.ts'

test('the next file gets the same engine, with the tables of places alone, and can make tables in it', async () => {
  const first = await testOlap()
  for (const name of ['leads', 'zip_places_9']) await createTable(first.olap, name)
  await first.olap.write('INSERT INTO leads VALUES (1)')
  await first.close()

  const second = await testOlap()
  expect(second.dataDir).toBe(first.dataDir)
  expect(await tablesOf(second.olap)).toContain('zip_places_9')
  expect(await tablesOf(second.olap)).not.toContain('leads')
  await createTable(second.olap, 'leads')
  await second.olap.write('DROP TABLE zip_places_9 SYNC')
  await second.close()
})

type Engine = Awaited<ReturnType<typeof testOlap>>['olap']

const createTable = async (olap: Engine, name: string): Promise<void> =>
  await olap.write(`CREATE TABLE ${name} (id UInt64) ENGINE = MergeTree ORDER BY id`)

async function tablesOf(olap: Engine): Promise<string[]> {
  const row = z.object({ name: z.string() })
  const sql = `SELECT name FROM system.tables WHERE database = '${olapDatabase}'`
  return (await olap.ask({ sql, pool: 'writer', row })).map(({ name }) => name)
}
