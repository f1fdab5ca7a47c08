import { createHash } from 'node:crypto'
import { appendFile, open, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download } from '@freeor/leads/downloads/schema'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CommandName, runHere } from '../testing/command-here.ts'
import { firmsDictId, importFirmsAt } from '../testing/firms.ts'
import { clientOf, signInSample } from '../testing/server-client.ts'
import {
  type Ended,
  examine,
  newDataFolder,
  runFreeor,
  type ServerProcess,
  startedDataFolder,
  startServerProcess,
} from '../testing/server-process.ts'

/** The drill: a server with people, leads and a delivered file is backed up as it runs and restored elsewhere. */

type Folder = Awaited<ReturnType<typeof newDataFolder>>

const person = 'drill@people.example'
let from: Folder
let to: Folder
let server: ServerProcess
let backup: string
let password: string
let delivered: { id: string; sha256: string }

/** The output of a command that succeeded. */
async function done(ended: Promise<Omit<Ended, 'seconds'>>): Promise<string> {
  const { code, stdout, stderr } = await ended
  expect(code, stderr).toBe(0)
  return stdout
}
/** As a process of its own, as an operator runs it: a backup of a running server, and the first restore. */
const run = async (folder: Folder, ...args: string[]) => await done(runFreeor(folder.dataDir, ...args))
/** The others run in this process, where they do the same in a third of the time. */
const here = async (folder: Folder, name: CommandName, ...args: string[]) =>
  await runHere(folder.dataDir, name, args)

const hashOf = async (url: string, token: string, id: string) => {
  const answer = await fetch(new URL(`/api/downloads/${id}/file`, url), {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(200)
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}

async function deliver(url: string, token: string): Promise<Download> {
  const client = clientOf(url, token)
  const { body } = await client.call('POST', '/api/downloads', {
    headers: { 'idempotency-key': `drill-${Math.random()}` },
    body: { dictId: firmsDictId, limit: 5 },
  })
  return await vi.waitFor(
    async () => {
      const read = await client.call('GET', `/api/downloads/${body.id}`)
      expect(read.body.state).toBe('ready')
      return read.body
    },
    { timeout: 60_000, interval: 100 },
  )
}

async function logIn(url: string): Promise<string> {
  const body = { email: person, password }
  const answer = await clientOf(url).call('POST', '/api/auth/sign-in/email', { body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.token
}

beforeAll(async () => {
  ;[from, to] = await Promise.all([startedDataFolder(), newDataFolder()])
  server = await startServerProcess(from.dataDir)
  await importFirmsAt({ url: server.url, dataDir: from.dataDir }, 300)
  const made = await done(here(from, 'user', 'create', person, '--name', 'Drill', '--json'))
  ;({ password } = JSON.parse(made))
  await done(here(from, 'grant', person, '100', '--reason', 'for the drill'))
  const token = await signInSample({ url: server.url, dataDir: from.dataDir }, 'owner')
  const { id } = await deliver(server.url, token)
  delivered = { id, sha256: await hashOf(server.url, token, id) }
  backup = join(from.dataDir, 'drill.tar')
})

afterAll(async () => {
  await server.kill('SIGTERM')
  await from.remove()
  await to.remove()
})

test('a running server is written into one file that only its owner can read', async () => {
  const made = JSON.parse(await run(from, 'backup', backup, '--json'))
  expect(made).toMatchObject({ path: backup, files: 1 })
  expect(made.leadTables).toBeGreaterThanOrEqual(3)
  expect((await stat(backup)).mode & 0o777).toBe(0o600)
  const again = await here(from, 'backup', backup)
  expect(again.code).toBe(2)
  expect(again.stderr).toContain('is there already')
})

test('it is not restored over a running server', async () => {
  const { code, stderr } = await runFreeor(from.dataDir, 'restore', backup, '--yes')
  expect(code).toBe(1)
  expect(stderr).toContain('in use by process')
})

test('a file that was changed or cut off is refused before anything is touched', async () => {
  const bad = join(to.dataDir, 'bad.tar')
  await writeFile(bad, await readFile(backup))
  const file = await open(bad, 'r+')
  await file.write(Buffer.from('x'), 0, 1, 600)
  await file.close()
  const changed = await here(to, 'restore', bad)
  expect(changed).toMatchObject({ code: 1 })
  expect(changed.stderr).toContain('damaged')
  await writeFile(bad, (await readFile(backup)).subarray(0, 5000))
  expect((await here(to, 'restore', bad)).stderr).toContain('cut off')
  await writeFile(bad, 'a text')
  await appendFile(bad, Buffer.alloc(2000, 1))
  expect((await here(to, 'restore', bad)).stderr).toContain('no archive')
})

test('restored elsewhere the doctor finds nothing, a login works and the delivered file is the same', async () => {
  expect(await run(to, 'restore', backup)).toContain('Restored the backup')
  expect(await done(here(to, 'doctor'))).not.toContain('FAIL')
  const restored = await startServerProcess(to.dataDir)
  try {
    const owner = await signInSample({ url: restored.url, dataDir: to.dataDir }, 'owner')
    expect(await hashOf(restored.url, owner, delivered.id)).toBe(delivered.sha256)
    const me = await clientOf(restored.url, await logIn(restored.url)).call('GET', '/api/me')
    expect(me.body.allowance?.leadsRemaining).toBe(125)
    // Work goes on from there: the same leads are still owned and cost nothing.
    const next = await deliver(restored.url, owner)
    expect(next.newLeads).toBe(0)
  } finally {
    await restored.kill('SIGTERM')
  }
  expect((await examine(to.dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
})

test('where somebody has an account, nothing is replaced without --yes', async () => {
  const { code, stderr } = await here(to, 'restore', backup)
  expect(code).toBe(1)
  expect(stderr).toContain('--yes')
  expect(await done(here(to, 'restore', backup, '--yes'))).toContain('Restored')
  expect((await examine(to.dataDir)).invariants.filter(({ ok }) => !ok)).toEqual([])
})
