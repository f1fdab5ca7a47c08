import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Olap } from './olap.ts'
import { engineMessage } from './olap-error.ts'
import { connectClickHouse } from './remote.ts'

let test: TestOlap
let remote: Olap
const any = z.record(z.string(), z.unknown())

beforeAll(async () => {
  test = await testOlap()
  remote = await connectClickHouse({ url: test.olap.url, log: () => undefined })
})

afterAll(async () => {
  await remote.close()
  await test.close()
})

async function askOne(sql: string, params = {}): Promise<Record<string, unknown> | undefined> {
  return (await test.olap.ask({ sql, params, row: any }))[0]
}

async function countRunning(like: string): Promise<number> {
  const sql = `SELECT count() AS c FROM system.processes WHERE query LIKE {like:String} AND query NOT LIKE '%system.processes%'`
  const [row] = await test.olap.ask({
    sql,
    params: { like },
    row: z.object({ c: z.coerce.number() }),
    lane: 'writer',
  })
  return row?.c ?? 0
}

/** Memory of the engine's process; measured on Linux only. */
function childMegabytes(): number {
  if (process.platform !== 'linux') return 0
  const status = readFileSync(`/proc/${test.olap.pid}/status`, 'utf8')
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1024
}

describe('statements that nobody waits for any more', () => {
  it('never take the connection of another one with them', async () => {
    const sixTimes = async (sql: string, gone?: AbortController) => {
      // The writer's lane: a search may not sleep.
      const asked = Array.from({ length: 6 }, async () => {
        await test.olap.ask({ sql, row: any, lane: 'writer', ...(gone && { signal: gone.signal }) })
      })
      // The client has begun with each statement, and has taken a connection for none.
      for (let turn = 0; turn < 50; turn++) await Promise.resolve()
      gone?.abort()
      return (await Promise.allSettled(asked)).map(({ status }) => status)
    }
    await sixTimes('SELECT 1')
    await sixTimes('SELECT 2', new AbortController())
    await delay(1_200)
    // Longer than a connection stays idle: whatever was still set to end an idle one fires meanwhile.
    expect(new Set(await sixTimes('SELECT sleep(2)'))).toEqual(new Set(['fulfilled']))
  })
})

describe('bound values', () => {
  it('come back as they went in, whatever characters they hold', async () => {
    const hostile = `it's "quoted" \\ back\tslash\nline\r\0 é 日本 😀 {p:String} '; DROP TABLE t --`
    const sql =
      'SELECT {s:String} AS s, {a:Array(String)} AS a, {n:Nullable(String)} AS n, {i:Array(Int64)} AS i'
    expect(await askOne(sql, { s: hostile, a: [hostile, '', "'"], n: null, i: [-1, 2] })).toEqual({
      s: hostile,
      a: [hostile, '', "'"],
      n: null,
      i: ['-1', '2'],
    })
  })

  it('of the number types keep their value, 64-bit integers as text', async () => {
    const sql =
      'SELECT {u:UInt64} AS u, {f:Float64} AS f, {b:Bool} AS b, {d:Date} AS d, {e:Array(Float32)} AS e'
    const params = { u: 18446744073709551615n, f: -1.5, b: true, d: '2026-02-28', e: [] }
    expect(await askOne(sql, params)).toEqual({
      u: '18446744073709551615',
      f: -1.5,
      b: true,
      d: '2026-02-28',
      e: [],
    })
  })

  it('of a polygon go in as nested arrays of text', async () => {
    const ring = '[(0,0),(10,0),(10,10),(0,10)]'
    const sql = 'SELECT pointInPolygon((5., 5.), {ring:Array(Tuple(Float64, Float64))}) AS inside'
    expect(await askOne(sql, { ring })).toEqual({ inside: 1 })
  })

  it('are never seen by a search at the same time, nor by the next', async () => {
    const ask = async (n: number) =>
      await askOne('SELECT {n:UInt32} AS n, sum(number) AS s FROM numbers(20000)', { n })
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => ask(n)))
    expect(answers.map((row) => row?.n)).toEqual(Array.from({ length: 16 }, (_, n) => n))
    await expect(askOne('SELECT {n:UInt32} AS n')).rejects.toMatchObject({ code: 'internal' })
  })
})

describe('the search lane', () => {
  it.each([
    'DROP TABLE kept',
    'TRUNCATE TABLE kept',
    'INSERT INTO kept VALUES (2)',
    'ALTER TABLE kept DELETE WHERE 1',
  ])('refuses %s on a real table', async (sql) => {
    await test.olap.write('CREATE TABLE IF NOT EXISTS kept (a UInt8) ENGINE = MergeTree ORDER BY a')
    await expect(test.olap.ask({ sql, row: any })).rejects.toMatchObject({ code: 'internal' })
    const url = new URL(test.olap.url)
    const authorization = `Basic ${Buffer.from(`search:${url.password}`).toString('base64')}`
    const answer = await fetch(url.origin, { method: 'POST', body: sql, headers: { authorization } })
    expect(await answer.text()).toContain('READONLY')
  })

  it('answers nobody without the secret', async () => {
    const { origin } = new URL(test.olap.url)
    const authorization = `Basic ${Buffer.from('writer:guess').toString('base64')}`
    const answer = await fetch(origin, { method: 'POST', body: 'SELECT 1', headers: { authorization } })
    expect(answer.status).toBe(500)
    expect(await answer.text()).toContain('AUTHENTICATION_FAILED')
  })

  it('ends at its time cap', async () => {
    const started = performance.now()
    const asked = test.olap.ask({
      sql: 'SELECT max(sipHash64(number)) AS m FROM numbers(100000000000)',
      row: any,
      caps: { seconds: 1 },
    })
    await expect(asked).rejects.toMatchObject({ code: 'search_too_wide' })
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it.each([
    'SELECT groupArray(number) AS g FROM numbers(1000000000)',
    'SELECT number FROM numbers(20000000)',
  ])('ends %s at its cap of memory or result', async (sql) => {
    await expect(test.olap.ask({ sql, row: any })).rejects.toMatchObject({ code: 'search_too_wide' })
  })

  it('answers 16 at a time and tells the next to come back', async () => {
    const asks = Array.from({ length: 20 }, () =>
      askOne('SELECT max(sipHash64(number)) AS m FROM numbers(200000)'),
    )
    const outcomes = await Promise.allSettled(asks)
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(16)
    expect(await askOne('SELECT 1 AS one')).toEqual({ one: 1 })
  })

  it('ends in the engine when the asker goes away', async () => {
    const leaving = new AbortController()
    const sql = "SELECT max(sipHash64(number)) AS m, 'leaver' AS l FROM numbers(100000000000)"
    const asked = test.olap.ask({ sql, row: any, signal: leaving.signal, caps: { seconds: 20 } })
    await vi.waitFor(async () => expect(await countRunning('%leaver%')).toBe(1), { timeout: 5_000 })
    leaving.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    await vi.waitFor(async () => expect(await countRunning('%leaver%')).toBe(0), { timeout: 5_000 })
  })
})

describe('a streamed result', () => {
  it('of any size is one well-formed file and leaves memory level', async () => {
    const before = childMegabytes()
    const sql = 'SELECT number AS n, toString(number) AS t FROM numbers(10000000)'
    let bytes = 0
    let first = ''
    let headers = 0
    for await (const chunk of await test.olap.stream({ sql, format: 'CSVWithNames' })) {
      first ||= chunk.subarray(0, 14).toString()
      headers += chunk.includes('"n","t"') ? 1 : 0
      bytes += chunk.length
    }
    expect(first).toBe('"n","t"\n0,"0"\n')
    expect(headers).toBe(1)
    expect(bytes).toBe(177_777_788)
    expect(childMegabytes() - before).toBeLessThan(200)
  })

  it('of no rows is still a file', async () => {
    const stream = await test.olap.stream({ sql: 'SELECT 1 AS a WHERE 0', format: 'CSVWithNames' })
    expect(await text(stream)).toBe('"a"\n')
  })

  it('refuses a wrong statement before the first byte', async () => {
    const asked = test.olap.stream({ sql: 'SELECT nothing', format: 'CSV' })
    const error: unknown = await asked.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'internal' })
    expect(engineMessage(error)).toContain('nothing')
  })

  it('fails when the statement fails on the way', async () => {
    const sql = 'SELECT throwIf(number = 900000) AS t, number FROM numbers(1000000)'
    const stream = await test.olap.stream({ sql, format: 'TabSeparated' })
    await expect(text(stream)).rejects.toMatchObject({ code: 'internal' })
  })

  it('ends in the engine when the reader stops', async () => {
    const sql = "SELECT number, 'stopper' AS s FROM numbers(100000000000)"
    const stream = await test.olap.stream({ sql, format: 'CSV' })
    for await (const chunk of stream) if (chunk.length > 0) break
    await vi.waitFor(async () => expect(await countRunning('%stopper%')).toBe(0), { timeout: 5_000 })
  })
})

describe.each([
  ['through a pipe', () => test.olap],
  ['as the body of a request', () => remote],
])('an insert streamed %s', (_, olap) => {
  const line = Buffer.from(`${'7\tname &amp; co\t1.5\tsome more text to fill the line\n'.repeat(20_000)}`)
  const insertSql = (table: string) =>
    `INSERT INTO ${table} SELECT toUInt64(a), decodeHTMLComponent(b), toFloat64OrNull(c) FROM input('a String, b String, c String, d String')`

  async function makeTable(name: string): Promise<void> {
    await test.olap.write(`DROP TABLE IF EXISTS ${name}`)
    await test.olap.write(
      `CREATE TABLE ${name} (a UInt64, b String, c Nullable(Float64)) ENGINE = MergeTree ORDER BY a`,
    )
  }

  it('stores every row and keeps memory level', async () => {
    await makeTable('big')
    const before = childMegabytes()
    let peak = 0
    let sent = 0
    const body = Readable.from(Array.from({ length: 200 }, () => line))
    await olap().insert({
      sql: insertSql('big'),
      format: 'TabSeparated',
      body,
      onBytes(bytes) {
        sent = bytes
        peak = Math.max(peak, childMegabytes())
      },
    })
    expect(sent).toBe(200 * line.length)
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

  it('fails with the engine words when a value cannot be read', async () => {
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

  it('fails with the body, and ends in the engine', async () => {
    await makeTable('broken')
    const body = (async function* () {
      yield line
      throw new Error('the disk is gone')
    })()
    const inserted = olap().insert({ sql: insertSql('broken'), format: 'TabSeparated', body })
    await expect(inserted).rejects.toThrow('the disk is gone')
    await vi.waitFor(async () => expect(await countRunning('%INTO broken%')).toBe(0), { timeout: 5_000 })
  })

  it('that is given up while no rows come ends at once, and in the engine', async () => {
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
    await vi.waitFor(async () => expect(await countRunning('%INTO stalled%')).toBe(1), { timeout: 5_000 })
    giveUp.abort(new Error('given up'))
    expect(await error).toMatchObject({ message: 'given up' })
    rows.resolve()
    await vi.waitFor(async () => expect(await countRunning('%INTO stalled%')).toBe(0), { timeout: 5_000 })
  })
})

describe('the process', () => {
  const backWithin = { timeout: 5_000, interval: 50 }

  it('that is killed fails what it was doing as unavailable and is back within 5 s, nothing lost', async () => {
    await test.olap.write('CREATE TABLE durable (a UInt8) ENGINE = MergeTree ORDER BY a')
    await test.olap.write('INSERT INTO durable VALUES (1)')
    const sql = "SELECT max(sipHash64(number)) AS m, 'victim' AS v FROM numbers(100000000000)"
    const inFlight = test.olap.ask({ sql, row: any, caps: { seconds: 20 } }).catch((error: unknown) => error)
    await vi.waitFor(async () => expect(await countRunning('%victim%')).toBe(1), { timeout: 5_000 })
    process.kill(test.olap.pid ?? 0, 'SIGKILL')
    expect(await inFlight).toMatchObject({ code: 'unavailable' })
    await expect(askOne('SELECT 1 AS a')).rejects.toMatchObject({ code: 'unavailable' })
    await vi.waitFor(async () => expect(await askOne('SELECT * FROM durable')).toEqual({ a: 1 }), backWithin)
  })

  it('that a statement keeps busy past its cap is ended, and the asker answered in time', async () => {
    const { pid } = test.olap
    // One call of one function on one row: the engine looks at its clock only after it.
    const slow =
      "arrayMap(i -> editDistance(concat(repeat('ab', 32000), toString(i)), repeat('ba', 32000)), range(9))"
    const sql = `SELECT ${slow} AS f`
    const started = performance.now()
    const asked = test.olap.ask({ sql, row: any, caps: { seconds: 1 } })
    await expect(asked).rejects.toMatchObject({ code: 'search_too_wide' })
    expect(performance.now() - started).toBeLessThan(2_500)
    await vi.waitFor(() => expect(test.olap.pid).not.toBe(pid), { timeout: 6_000 })
    await vi.waitFor(async () => expect(await askOne('SELECT 1 AS a')).toEqual({ a: 1 }), backWithin)
  })

  it('that hangs is ended and back', async () => {
    const { pid } = test.olap
    process.kill(pid ?? 0, 'SIGSTOP')
    await vi.waitFor(() => expect(test.olap.pid).not.toBe(pid), { timeout: 8_000 })
    await vi.waitFor(async () => expect(await askOne('SELECT 1 AS a')).toEqual({ a: 1 }), backWithin)
  })

  it('can be joined by a command of ours, with the search lane as closed', async () => {
    const joined = await connectClickHouse({ url: test.olap.url, log: () => undefined })
    await joined.write('CREATE TABLE IF NOT EXISTS joined (a UInt8) ENGINE = MergeTree ORDER BY a')
    expect(await joined.ask({ sql: 'SELECT count() AS c FROM joined', row: any })).toEqual([{ c: '0' }])
    await joined.close()
    expect(await test.olap.ping()).toBe(true)
  })

  it('holds its folder alone: a second start is refused, and an orphan leaves by itself', async () => {
    const second = await testOlap()
    const { dataDir } = second
    const script = (after: string) => `
      const { startEmbeddedClickHouse } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)})
      const olap = await startEmbeddedClickHouse({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} }).catch((e) => {
        console.log('refused: ' + e.message); process.exit()
      })
      ${after}`
    const run = (after: string) => execFileSync(process.execPath, ['-e', script(after)], { encoding: 'utf8' })
    expect(run('await olap.close()')).toContain('Another process has the search data')
    await second.olap.close()
    // Killed as it stands: its engine must be gone before the next start gives up.
    expect(() => run("process.kill(process.pid, 'SIGKILL')")).toThrow()
    expect(run("console.log('open ' + await olap.ping()); await olap.close()")).toBe('open true\n')
    await second.close()
  })
})
