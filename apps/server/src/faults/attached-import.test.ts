import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imports } from '@freeor/leads/import/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { programArguments } from '../testing/bundled-programs.ts'
import { firmsCsv, firmsDictId } from '../testing/firms.ts'
import {
  examine,
  runFreeor,
  type ServerProcess,
  startedDataFolder,
  startServerProcess,
  withDatabaseOf,
} from '../testing/server-process.ts'

/** `freeor import` beside a running server is killed: nobody cleans up, and still the next begins immediately. */

let dataDir: string
let remove: () => Promise<void>
let server: ServerProcess

beforeAll(async () => {
  ;({ dataDir, remove } = await startedDataFolder())
  server = await startServerProcess(dataDir)
  await writeFile(join(dataDir, 'big.csv'), firmsCsv(60_000))
  await writeFile(join(dataDir, 'small.csv'), firmsCsv(100))
})

afterAll(async () => {
  await server.kill('SIGTERM')
  await remove()
})

const importArguments = (file: string) => [
  'import',
  join(dataDir, file),
  '--dictionary',
  firmsDictId,
  '--json',
]

const waitUntilRunning = async () =>
  await withDatabaseOf(dataDir, async (db) => {
    const isRunning = eq(imports.state, 'running')
    const look = async () => expect(await db.$count(imports, isRunning)).toBe(1)
    await vi.waitFor(look, { timeout: 60_000, interval: 10 })
  })

test('an import killed beside a server can be started again immediately, and leaves nothing behind', async () => {
  const program = await programArguments('main')
  const args = [`FREEOR_DATA=${dataDir}`, process.execPath, ...program, ...importArguments('big.csv')]
  const command = spawn('env', args, { stdio: 'ignore' })
  const ended = once(command, 'exit')
  await waitUntilRunning()
  command.kill('SIGKILL')
  await ended
  const again = await runFreeor(dataDir, ...importArguments('small.csv'))
  expect(again.code, again.stderr).toBe(0)
  expect(JSON.parse(again.stdout)).toMatchObject({ rowsStored: 100 })
  expect((await examine(dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
})
