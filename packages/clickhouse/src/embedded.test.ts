import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { cacheMebibytes } from './engine-caches.ts'
import type { OlapSettings, Pool } from './olap.ts'
import { engineMessage } from './olap-error.ts'
import { searchSettings, writerSettings } from './pool-settings.ts'
import { anyRow, openEngineFixture, testCaps } from './testing.ts'

const fixture = openEngineFixture()
const { askOne, countRunning, childMegabytes } = fixture

describe('statements that nobody waits for any more', () => {
  it('never end the connection of another statement', async () => {
    const sixTimes = async (sql: string, gone?: AbortController) => {
      // The writer's pool: a search may not sleep.
      const asked = Array.from({ length: 6 }, async () => {
        await fixture.olap.ask({
          sql,
          row: anyRow,
          pool: 'writer',
          caps: testCaps,
          ...(gone && { signal: gone.signal }),
        })
      })
      // The client has begun each statement, but has not taken a connection for any.
      for (let turn = 0; turn < 50; turn++) await Promise.resolve()
      gone?.abort()
      return (await Promise.allSettled(asked)).map(({ status }) => status)
    }
    await sixTimes('SELECT 1')
    await sixTimes('SELECT 2', new AbortController())
    await delay(1_200)
    // Longer than a connection stays idle: any timer that is still set to end an idle one fires meanwhile.
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

// Before the statements that pass a cap: on a slow machine they hold memory for some seconds after they were refused.
describe('a streamed result', () => {
  it('of any size is one well-formed file and leaves memory level', async () => {
    const open = async (rows: number) => {
      const sql = `SELECT number AS n, toString(number) AS t FROM numbers(${rows})`
      return await fixture.olap.stream({ sql, format: 'CSVWithNames' })
    }
    // What a first stream takes once, such as its threads' buffers, is not of its size.
    await text(await open(1_000_000))
    const before = childMegabytes()
    let most = before
    let [bytes, headers, chunks] = [0, 0, 0]
    let first = ''
    for await (const chunk of await open(20_000_000)) {
      first ||= chunk.subarray(0, 14).toString()
      headers += chunk.includes('"n","t"') ? 1 : 0
      bytes += chunk.length
      if (chunks++ % 100 === 0) most = Math.max(most, childMegabytes())
    }
    expect(first).toBe('"n","t"\n0,"0"\n')
    expect(headers).toBe(1)
    expect(bytes).toBe(377_777_788)
    expect(most - before).toBeLessThan(250)
  })

  it('of no rows is still a file', async () => {
    const stream = await fixture.olap.stream({ sql: 'SELECT 1 AS a WHERE 0', format: 'CSVWithNames' })
    expect(await text(stream)).toBe('"a"\n')
  })

  it('refuses a wrong statement before the first byte', async () => {
    const asked = fixture.olap.stream({ sql: 'SELECT nothing', format: 'CSV' })
    const error: unknown = await asked.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'internal' })
    expect(engineMessage(error)).toContain('nothing')
  })

  it('fails when the statement fails on the way', async () => {
    const sql = 'SELECT throwIf(number = 900000) AS t, number FROM numbers(1000000)'
    const stream = await fixture.olap.stream({ sql, format: 'TabSeparated' })
    await expect(text(stream)).rejects.toMatchObject({ code: 'internal' })
  })

  it('ends in the engine when the reader stops', async () => {
    const sql = "SELECT number, 'stopper' AS s FROM numbers(100000000000)"
    const stream = await fixture.olap.stream({ sql, format: 'CSV' })
    for await (const chunk of stream) if (chunk.length > 0) break
    await vi.waitFor(async () => expect(await countRunning('%stopper%')).toBe(0), { timeout: 60_000 })
  })
})

describe('settings', () => {
  /** Of a statement of this pool, asked without our client: a search of ours may not ask for settings. */
  const read = async (pool: Pool, names: readonly string[]) => {
    const { origin, password } = new URL(fixture.olap.url)
    const authorization = `Basic ${Buffer.from(`${pool}:${password}`).toString('base64')}`
    const body = `SELECT ${names.map((name) => `getSetting('${name}') AS ${name}`).join(', ')}`
    const url = `${origin}/?default_format=JSONEachRow`
    const answer = await fetch(url, { method: 'POST', body, headers: { authorization } })
    return asTexts(anyRow.parse(await answer.json()))
  }
  const asText = (value: unknown) => String(typeof value === 'boolean' ? Number(value) : value)
  const asTexts = (settings: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, asText(value)]))

  it.each<[Pool, OlapSettings]>([
    ['search', { ...searchSettings, readonly: 1, compile_expressions: 1 }],
    ['writer', { ...searchSettings, ...writerSettings }],
  ])('of the %s are those that its statements run best with', async (pool, settings) => {
    expect(await read(pool, Object.keys(settings))).toEqual(asTexts(settings))
  })

  const readServer = async (like: string) => {
    const sql = `SELECT name, value FROM system.server_settings WHERE name LIKE {like:String} AND changed`
    const row = z.object({ name: z.string(), value: z.string() })
    const changed = await fixture.olap.ask({ sql, params: { like }, pool: 'writer', row, caps: testCaps })
    return Object.fromEntries(changed.map(({ name, value }) => [name, value]))
  }

  it('of the engine let it rewrite sixteen parts at once', async () => {
    expect(await readServer('background%')).toMatchObject({
      background_pool_size: '8',
      background_merges_mutations_concurrency_ratio: '2',
    })
  })

  it('of the engine hold its caches small', async () => {
    const sizes = Object.entries(cacheMebibytes).map(([cache, mebibytes]) => [
      `${cache}_cache_size`,
      String(mebibytes * 2 ** 20),
    ])
    expect(await readServer('%_cache_size')).toEqual(Object.fromEntries(sizes))
  })
})

describe('the search pool', () => {
  it.each([
    'DROP TABLE kept',
    'TRUNCATE TABLE kept',
    'INSERT INTO kept VALUES (2)',
    'ALTER TABLE kept DELETE WHERE 1',
  ])('refuses %s on a real table', async (sql) => {
    await fixture.olap.write('CREATE TABLE IF NOT EXISTS kept (a UInt8) ENGINE = MergeTree ORDER BY a')
    await expect(fixture.olap.ask({ sql, row: anyRow })).rejects.toMatchObject({ code: 'internal' })
    const url = new URL(fixture.olap.url)
    const authorization = `Basic ${Buffer.from(`search:${url.password}`).toString('base64')}`
    const answer = await fetch(url.origin, { method: 'POST', body: sql, headers: { authorization } })
    expect(await answer.text()).toContain('READONLY')
  })

  it('answers nobody without the secret', async () => {
    const { origin } = new URL(fixture.olap.url)
    const authorization = `Basic ${Buffer.from('writer:guess').toString('base64')}`
    const answer = await fetch(origin, { method: 'POST', body: 'SELECT 1', headers: { authorization } })
    expect(answer.status).toBe(500)
    expect(await answer.text()).toContain('AUTHENTICATION_FAILED')
  })

  it('ends a search at its time cap', async () => {
    const started = performance.now()
    const asked = fixture.olap.ask({
      sql: 'SELECT max(sipHash64(number)) AS m FROM numbers(100000000000)',
      row: anyRow,
      caps: { seconds: 1 },
    })
    await expect(asked).rejects.toMatchObject({ code: 'search_too_wide' })
    expect(performance.now() - started).toBeLessThan(4_000)
  })

  it.each([
    'SELECT groupArray(number) AS g FROM numbers(1000000000)',
    'SELECT number FROM numbers(20000000)',
  ])('ends %s at its cap of memory or result', async (sql) => {
    await expect(fixture.olap.ask({ sql, row: anyRow })).rejects.toMatchObject({ code: 'search_too_wide' })
  })

  it('answers 16 at a time and tells the next to come back', async () => {
    const asks = Array.from({ length: 20 }, () =>
      askOne('SELECT max(sipHash64(number)) AS m FROM numbers(200000)'),
    )
    const outcomes = await Promise.allSettled(asks)
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(16)
    expect(await askOne('SELECT 1 AS one')).toEqual({ one: 1 })
  })

  it('ends a search in the engine when the caller goes away', async () => {
    const leaving = new AbortController()
    const sql = "SELECT max(sipHash64(number)) AS m, 'leaver' AS l FROM numbers(100000000000)"
    const asked = fixture.olap.ask({ sql, row: anyRow, signal: leaving.signal, caps: { seconds: 300 } })
    await vi.waitFor(async () => expect(await countRunning('%leaver%')).toBe(1), { timeout: 60_000 })
    leaving.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
    await vi.waitFor(async () => expect(await countRunning('%leaver%')).toBe(0), { timeout: 60_000 })
  })
})
