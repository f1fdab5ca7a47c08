import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startTestOlap } from '@freeor/testing/olap'
import { describe, expect, it, vi } from 'vitest'
import { startEngineProcess } from './embedded-process.ts'
import { connectClickHouse } from './remote.ts'
import { anyRow, openEngineFixture } from './testing.ts'

const embedded = new URL('./embedded.ts', import.meta.url).href

const fixture = openEngineFixture()
const { askOne, countRunning } = fixture

/** A ping waits two seconds: a slow machine needs several. */
const answersWithinAMinute = `
  let answers = false
  for (const end = Date.now() + 60_000; !answers && Date.now() < end;) answers = await olap.ping()`

it('a start that takes too long says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freeor-late-'))
  const start = {
    dataFolder: folder,
    pipesFolder: folder,
    secret: 'x',
    port: 0,
    memoryBytes: 1 << 28,
    threads: 2,
  }
  const started = startEngineProcess(start, () => undefined, { limitMs: 1 })
  await expect(started).rejects.toThrow('The search engine did not start within 0.001 seconds')
  await rm(folder, { recursive: true })
})

describe('the process', () => {
  const patience = { timeout: 60_000, interval: 50 }

  it('fails its statements as unavailable when it is killed, and is back with nothing lost', async () => {
    await fixture.olap.write('CREATE TABLE durable (a UInt8) ENGINE = MergeTree ORDER BY a')
    await fixture.olap.write('INSERT INTO durable VALUES (1)')
    const sql = "SELECT max(sipHash64(number)) AS m, 'victim' AS v FROM numbers(100000000000)"
    const inFlight = fixture.olap
      .ask({ sql, row: anyRow, caps: { seconds: 300 } })
      .catch((error: unknown) => error)
    await vi.waitFor(async () => expect(await countRunning('%victim%')).toBe(1), { timeout: 60_000 })
    process.kill(fixture.olap.pid ?? 0, 'SIGKILL')
    expect(await inFlight).toMatchObject({ code: 'unavailable' })
    await expect(askOne('SELECT 1 AS a')).rejects.toMatchObject({ code: 'unavailable' })
    await vi.waitFor(async () => expect(await askOne('SELECT * FROM durable')).toEqual({ a: 1 }), patience)
  })

  it('is ended when a statement keeps it busy past its cap, and the caller is answered in time', async () => {
    const { pid } = fixture.olap
    // One call of one function on one row: the engine looks at its clock only after it.
    const slow =
      "arrayMap(i -> editDistance(concat(repeat('ab', 32000), toString(i)), repeat('ba', 32000)), range(9))"
    const sql = `SELECT ${slow} AS f`
    const started = performance.now()
    const asked = fixture.olap.ask({ sql, row: anyRow, caps: { seconds: 1 } })
    await expect(asked).rejects.toMatchObject({ code: 'search_too_wide' })
    expect(performance.now() - started).toBeLessThan(5_000)
    await vi.waitFor(() => expect(fixture.olap.pid).not.toBe(pid), { timeout: 60_000 })
    await vi.waitFor(async () => expect(await askOne('SELECT 1 AS a')).toEqual({ a: 1 }), patience)
  })

  it('is ended and started again when it hangs', async () => {
    const { pid } = fixture.olap
    process.kill(pid ?? 0, 'SIGSTOP')
    await vi.waitFor(() => expect(fixture.olap.pid).not.toBe(pid), { timeout: 60_000 })
    await vi.waitFor(async () => expect(await askOne('SELECT 1 AS a')).toEqual({ a: 1 }), patience)
  })

  it('is not taken for hung while only this process is busy', async () => {
    const { pid } = fixture.olap
    const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))
    for (let ping = 0; ping < 5; ping++) {
      // The ping is under way when the loop stops for longer than a ping may take.
      await nextTurn()
      Atomics.wait(nobodyWakes, 0, 0, 1_100)
    }
    await fixture.olap.ping()
    expect(fixture.olap.pid).toBe(pid)
    expect(await askOne('SELECT 1 AS a')).toEqual({ a: 1 })
  })

  it('leaves idle connections open', async () => {
    const answer = await fetch(new URL('/ping', fixture.olap.url.replace(/\/\/.*@/, '//')))
    // With a timeout it would close them, and a statement sent in that moment would fail.
    expect(answer.headers.get('keep-alive')).toBeNull()
  })

  it('can be joined by a command of ours, with a search pool that is just as restricted', async () => {
    const { pid } = fixture.olap
    const joined = await connectClickHouse({ url: fixture.olap.url, log: () => undefined })
    await joined.write('CREATE TABLE IF NOT EXISTS joined (a UInt8) ENGINE = MergeTree ORDER BY a')
    expect(await joined.ask({ sql: 'SELECT count() AS c FROM joined', row: anyRow })).toEqual([{ c: '0' }])
    await joined.close()
    await vi.waitFor(async () => expect(await fixture.olap.ping()).toBe(true), patience)
    // The same engine: one that had ended would have been started again.
    expect(fixture.olap.pid).toBe(pid)
  })

  it('goes on when a terminal interrupts all processes of its group, until Freeor ends it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'freeor-olap-'))
    const script = `
      const { startEmbeddedClickHouse } = await import(${JSON.stringify(embedded)})
      const olap = await startEmbeddedClickHouse({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
      const { pid } = olap
      const interrupted = new Promise((resolve) => process.once('SIGINT', () => setTimeout(resolve, 200)))
      const open = setInterval(() => {}, 1000)
      console.log('ready')
      await interrupted
      clearInterval(open)
      ${answersWithinAMinute}
      console.log('answers ' + answers + ', the same engine ' + (olap.pid === pid))
      // Just dead, and still connected.
      process.kill(olap.pid, 'SIGKILL')
      await olap.close()
      console.log('closed')`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { detached: true })
    let output = ''
    const said = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        output += String(chunk)
        if (output.includes('ready')) resolve()
      })
    })
    const ended = once(child, 'exit')
    await Promise.race([said, ended])
    process.kill(-(child.pid ?? 0), 'SIGINT')
    expect(await ended).toEqual([0, null])
    expect(output).toBe('ready\nanswers true, the same engine true\nclosed\n')
    await rm(dataDir, { recursive: true, force: true })
  })

  it('locks its folder: a second start is refused, and an orphan ends by itself', async () => {
    const second = await startTestOlap()
    const { dataDir } = second
    const script = (after: string) => `
      const { startEmbeddedClickHouse } = await import(${JSON.stringify(embedded)})
      const olap = await startEmbeddedClickHouse({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} }).catch((e) => {
        console.log('refused: ' + e.message); process.exit()
      })
      ${after}`
    const run = (after: string) => execFileSync(process.execPath, ['-e', script(after)], { encoding: 'utf8' })
    expect(run('await olap.close()')).toContain('Another process has the search data')
    await second.olap.close()
    // Killed without warning: its engine must be gone before the next start gives up.
    expect(() => run("process.kill(process.pid, 'SIGKILL')")).toThrow()
    expect(run(`${answersWithinAMinute}; console.log('open ' + answers); await olap.close()`)).toBe(
      'open true\n',
    )
    await second.close()
  })
})
