import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { getDataset } from '../../dictionaries/queries.ts'
import { importLeads } from '../commands.ts'
import { memorySource, openImportFixture } from '../testing.ts'
import { mergeParts } from './merge-parts.ts'

const fixture = openImportFixture()

async function ask(sql: string): Promise<Record<string, unknown> | undefined> {
  return (await fixture.deps.olap.ask({ sql, pool: 'writer', row: z.record(z.string(), z.unknown()) }))[0]
}

test('a serving version becomes one part with the same leads; a table that does not serve is left alone', async () => {
  const lines = Array.from({ length: 50 }, (_, i) => `${i},Firm ${i},7700${i % 10}`)
  await importLeads(fixture.deps, {
    source: memorySource(`id,company,zip\n${lines.join('\n')}\n`),
    dictId: 'parts',
  })
  const { datasetNo } = await getDataset(fixture.deps.db, 'parts')
  const table = `freeor.leads_${datasetNo}_v1`
  const idle = 'freeor.leads_999_v1'
  await fixture.deps.olap.write(`CREATE TABLE ${idle} AS ${table}`)
  for (const name of [table, idle]) {
    for (let i = 1; i <= 5; i++)
      await fixture.deps.olap.write(`INSERT INTO ${name} SELECT * FROM ${table} WHERE row = ${i}`)
  }
  const parts = async (name: string) =>
    Number(
      (
        await ask(`SELECT count() AS n FROM system.parts
        WHERE active AND concat(database, '.', table) = '${name}'`)
      )?.n,
    )
  const facts = `SELECT count() AS n, sum(cityHash64(*)) AS sum FROM ${table}`
  const before = await ask(facts)
  expect([await parts(table), await parts(idle)]).toEqual([6, 5])

  expect(await mergeParts(fixture.deps)).toBe(1)
  expect([await parts(table), await parts(idle)]).toEqual([1, 5])
  expect(await ask(facts)).toEqual(before)
  expect(await mergeParts(fixture.deps)).toBe(0)
})

test('many parts are merged some at a time: all at once would take more files and memory than there are', async () => {
  const { db, olap } = fixture.deps
  await importLeads(fixture.deps, {
    source: memorySource('id,company,zip\n1,Firm one,77001\n2,Firm two,77002\n'),
    dictId: 'many-parts',
  })
  const { datasetNo } = await getDataset(db, 'many-parts')
  const table = `freeor.leads_${datasetNo}_v1`
  for (let i = 1; i <= 20; i++) await olap.write(`INSERT INTO ${table} SELECT * FROM ${table} LIMIT 1`)
  const parts = async () =>
    Number(
      (
        await ask(
          `SELECT count() AS n FROM system.parts WHERE active AND concat(database, '.', table) = '${table}'`,
        )
      )?.n,
    )
  const facts = `SELECT count() AS n, sum(cityHash64(*)) AS sum FROM ${table}`
  const before = await ask(facts)
  expect(await parts()).toBe(21)
  const write = olap.write
  const atFinal: number[] = []
  vi.spyOn(olap, 'write').mockImplementation(async (sql, ...rest) => {
    if (sql.endsWith(' FINAL')) atFinal.push(await parts())
    await write.call(olap, sql, ...rest)
  })
  expect(await mergeParts(fixture.deps, 4)).toBe(1)
  expect(atFinal).toHaveLength(1)
  expect(atFinal[0]).toBeLessThanOrEqual(4)
  expect(await parts()).toBe(1)
  expect(await ask(facts)).toEqual(before)
  // The engine merges nothing of it by itself any more.
  expect(
    await ask(
      `SELECT create_table_query AS made FROM system.tables WHERE concat(database, '.', name) = '${table}'`,
    ),
  ).toEqual({
    made: expect.stringContaining('max_bytes_to_merge_at_max_space_in_pool = 1,'),
  })
})

test('numbers are made narrow by the import of a table of one part, and else before its parts are merged', async () => {
  const lines = [
    'id,company,zip,employees',
    '1,Firm one,77001,12',
    '2,Firm two,77002,300',
    '3,Firm three,77003,',
    '4,Firm four,77004,-0',
  ]
  const stored = async (dictId: string, rows: readonly string[]) => {
    await importLeads(fixture.deps, { source: memorySource(`${rows.join('\n')}\n`), dictId })
    const { datasetNo } = await getDataset(fixture.deps.db, dictId)
    return `SELECT any(toTypeName(c_employees)) AS type, groupArray(tuple(c_employees)) AS cells
      FROM (SELECT c_employees FROM freeor.leads_${datasetNo}_v1 ORDER BY row)`
  }
  const one = await stored('one-part', lines)
  expect(await ask(one)).toEqual({ type: 'Nullable(UInt16)', cells: [[12], [300], [null], [0]] })

  // A lead that is there twice is stored again, in a part of its own.
  const two = await stored('two-parts', [...lines, lines[1] as string])
  const cells = [[12], [300], [null], [0], [12]]
  expect(await ask(two)).toEqual({ type: 'Nullable(Float64)', cells })
  expect(await mergeParts(fixture.deps)).toBe(1)
  expect(await ask(two)).toEqual({ type: 'Nullable(UInt16)', cells })
})
