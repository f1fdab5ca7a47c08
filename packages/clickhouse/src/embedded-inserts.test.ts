import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Olap } from './olap.ts'
import { engineMessage } from './olap-error.ts'
import { connectClickHouse } from './remote.ts'
import { openEngineFixture, testCaps } from './testing.ts'

const fixture = openEngineFixture()
const { askOne, countRunning, childMegabytes } = fixture
let remote: Olap

beforeAll(async () => {
  remote = await connectClickHouse({ url: fixture.olap.url, log: () => undefined })
})

// Runs before the fixture ends: hooks run in reverse order.
afterAll(async () => {
  await remote.close()
})

describe.each([
  ['through a pipe', () => fixture.olap],
  ['as the body of a request', () => remote],
])('an insert streamed %s', (_, olap) => {
  const line = Buffer.from(`${'7\tname &amp; co\t1.5\tsome more text to fill the line\n'.repeat(20_000)}`)
  const insertSql = (table: string) =>
    `INSERT INTO ${table} SELECT toUInt64(a), decodeHTMLComponent(b), toFloat64OrNull(c) FROM input('a String, b String, c String, d String')`

  async function makeTable(name: string): Promise<void> {
    await fixture.olap.write(`DROP TABLE IF EXISTS ${name}`)
    await fixture.olap.write(
      `CREATE TABLE ${name} (a UInt64, b String, c Nullable(Float64)) ENGINE = MergeTree ORDER BY a`,
    )
  }

  it('stores every row and keeps memory level', async () => {
    await makeTable('big')
    const before = childMegabytes()
    let peak = 0
    async function* lines() {
      for (let i = 0; i < 200; i++) {
        yield line
        peak = Math.max(peak, childMegabytes())
      }
    }
    await olap().insert({ sql: insertSql('big'), format: 'TabSeparated', body: lines() })
    expect(await askOne('SELECT count() AS c, sum(a) AS s, any(b) AS b FROM big')).toEqual({
      c: '4000000',
      s: '28000000',
      b: 'name & co',
    })
    expect(peak - before).toBeLessThan(700)
  })

  it('takes CSV with settings and bound values', async () => {
    await makeTable('small')
    await olap().insert({
      sql: "INSERT INTO small SELECT toUInt64(a) + {plus:UInt8}, b, NULL FROM input('a String, b String')",
      format: 'CSV',
      settings: { format_csv_delimiter: ';' },
      params: { plus: 1 },
      body: Readable.from([Buffer.from('1;"x;y\nz"\n')]),
    })
    expect(await askOne('SELECT * FROM small')).toEqual({ a: '2', b: 'x;y\nz', c: null })
  })

  it('of nothing stores nothing', async () => {
    await makeTable('empty')
    await olap().insert({ sql: insertSql('empty'), format: 'TabSeparated', body: Readable.from([]) })
    expect(await askOne('SELECT count() AS c FROM empty')).toEqual({ c: '0' })
  })

  it('fails with the message of the engine when a value cannot be read', async () => {
    await makeTable('bad')
    const body = Readable.from([Buffer.from('x\ty\t1\tz\n'), ...Array.from({ length: 50 }, () => line)])
    const inserted = olap().insert({ sql: insertSql('bad'), format: 'TabSeparated', body })
    const error: unknown = await inserted.catch((reason: unknown) => reason)
    expect(engineMessage(error)).toContain('Cannot parse')
  })

  it('refuses a table that is not there without waiting for the body', async () => {
    const endless = (async function* () {
      while (true) yield line
    })()
    const inserted = olap().insert({ sql: insertSql('missing'), format: 'TabSeparated', body: endless })
    await expect(inserted).rejects.toMatchObject({ code: 'internal' })
  })

  it('fails when its body fails, and ends in the engine', async () => {
    await makeTable('broken')
    const body = (async function* () {
      yield line
      throw new Error('the disk is gone')
    })()
    const inserted = olap().insert({ sql: insertSql('broken'), format: 'TabSeparated', body })
    await expect(inserted).rejects.toThrow('the disk is gone')
    await vi.waitFor(async () => expect(await countRunning('%INTO broken%')).toBe(0), { timeout: 60_000 })
  })

  it('that is aborted while no rows come ends immediately, also in the engine', async () => {
    await makeTable('stalled')
    const rows = Promise.withResolvers<void>()
    const body = (async function* () {
      yield line
      await rows.promise
    })()
    const giveUp = new AbortController()
    const inserted = olap().insert({
      ...{ sql: insertSql('stalled'), format: 'TabSeparated', body },
      signal: giveUp.signal,
    })
    const error = inserted.catch((reason: unknown) => reason)
    await vi.waitFor(async () => expect(await countRunning('%INTO stalled%')).toBe(1), { timeout: 60_000 })
    giveUp.abort(new Error('given up'))
    expect(await error).toMatchObject({ message: 'given up' })
    rows.resolve()
    await vi.waitFor(async () => expect(await countRunning('%INTO stalled%')).toBe(0), { timeout: 60_000 })
  })
})

it('an insert is never mixed with what is read through other pipes at the same time', async () => {
  await fixture.olap.write('CREATE TABLE mixed (n UInt32, t String) ENGINE = MergeTree ORDER BY n')
  const expected: string[] = []
  const insertOne = async (n: number) => {
    expected.push(`${n},row ${n}`)
    await remote.insert({
      sql: "INSERT INTO mixed SELECT toUInt32(a), b FROM input('a String, b String')",
      format: 'CSV',
      body: Readable.from([Buffer.from(`${n},row ${n}\n`)]),
    })
  }
  const readOne = async (n: number) => {
    const sql = `SELECT 'read ${n}' AS t, number FROM numbers(3)`
    const chunks = await (await remote.stream({ sql, format: 'CSV' })).toArray()
    expect(Buffer.concat(chunks).toString()).toBe(`"read ${n}",0\n"read ${n}",1\n"read ${n}",2\n`)
  }
  const client = async (first: number) => {
    for (let n = first; n < 400; n += 8) await (n % 3 === 0 ? insertOne(n) : readOne(n))
  }
  await Promise.all(Array.from({ length: 8 }, (_, first) => client(first)))
  const rows = await fixture.olap.ask({
    sql: "SELECT concat(toString(n), ',', t) AS row FROM mixed ORDER BY n",
    row: z.object({ row: z.string() }),
    caps: testCaps,
  })
  expect(rows.map(({ row }) => row).sort()).toEqual(expected.sort())
})
