import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectClickHouse } from '@freeor/clickhouse/remote'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { programArguments } from '../testing/bundled-programs.ts'
import { runHere } from '../testing/command-here.ts'
import { firmsCsv, firmsDictId } from '../testing/firms.ts'
import { examine, startedDataFolder } from '../testing/server-process.ts'

/** `freeor import` without a server is killed; the version before stays whole, and the next begins immediately. */

let dataDir: string
let remove: () => Promise<void>
/** The version that stands: the last that was imported whole. */
let version: number

beforeAll(async () => {
  ;({ dataDir, remove } = await startedDataFolder())
  await writeFile(join(dataDir, 'big.csv'), firmsCsv(150_000))
  await writeFile(join(dataDir, 'small.csv'), firmsCsv(100))
  ;({ version } = await runImport('small.csv'))
  expect(version).toBe(1)
})

afterAll(async () => await remove())

const importArguments = (file: string) => [join(dataDir, file), '--dictionary', firmsDictId, '--json']

async function runImport(file: string): Promise<{ version: number; rowsStored: number }> {
  const { code, stdout, stderr } = await runHere(dataDir, 'import', importArguments(file))
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

async function startImport(file: string): Promise<ChildProcess> {
  const program = await programArguments('main')
  const variables = { FREEOR_DATA: dataDir, SAMPLE_DATA: 'false' }
  const environment = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  // `exec` of env: the process that is killed is the command itself.
  return spawn('env', [...environment, process.execPath, ...program, 'import', ...importArguments(file)], {
    stdio: 'ignore',
  })
}

/** Waits until the engine that the command opened holds a table of the next version with so many rows. */
async function waitForTable(kind: 'leads' | 'suggest', rows: number, version: number): Promise<void> {
  const text = await vi.waitFor(async () => await readFile(join(dataDir, 'engines.json'), 'utf8'), {
    timeout: 60_000,
    interval: 20,
  })
  const { clickhouseUrl } = JSON.parse(text) as { clickhouseUrl: string }
  const olap = await connectClickHouse({ url: clickhouseUrl, log: () => undefined })
  try {
    await vi.waitFor(
      async () => {
        const [found] = await olap.ask({
          sql: `SELECT toFloat64(coalesce(total_rows, 0)) AS held FROM system.tables
            WHERE database = 'freeor' AND match(name, '^${kind}_[0-9]+_v${version}$')`,
          pool: 'writer',
          row: z.object({ held: z.number() }),
        })
        expect(found?.held ?? -1).toBeGreaterThanOrEqual(rows)
      },
      { timeout: 60_000, interval: 5 },
    )
  } finally {
    await olap.close()
  }
}

test.each([
  ['staged', 'leads', 0],
  ['in the middle of its rows', 'leads', 1],
  ['finishing, before the swap', 'suggest', 0],
] as const)(
  'an import command killed while it is %s leaves the version before, and can be given again at once',
  async (_, table, rows) => {
    const command = await startImport('big.csv')
    const ended = once(command, 'exit')
    await Promise.race([waitForTable(table, rows, version + 1), ended])
    command.kill('SIGKILL')
    await ended
    const again = await runImport('small.csv')
    // The number of the version that was cut off is not used again.
    expect(again).toMatchObject({ version: version + 2, rowsStored: 100 })
    version = again.version
    expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
  },
)
