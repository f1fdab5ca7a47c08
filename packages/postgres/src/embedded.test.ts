import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { linkLibraries } from './binaries.ts'
import { listServing } from './cluster-processes.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded.ts'
import { asUser } from './unprivileged.ts'

let dataDir: string
let servers: EmbeddedPostgres[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'freeor-embedded-'))
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, ...options })
  servers.push(server)
  return server
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const postmaster = async (): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

test('what was committed is there after a restart, and nothing runs in between', async () => {
  const first = await start()
  expect(await ask(first.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
  expect(await ask(first.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }])
  await ask(first.url, 'CREATE TABLE t AS SELECT 7 AS n')
  await first.stop()
  expect(await listServing(join(dataDir, 'postgres'))).toEqual([])
  const second = await start()
  expect(await ask(second.url, 'SELECT n FROM t')).toEqual([{ n: 7 }])
})

/** Starting, a server says nothing for seconds on a slow machine. */
const startLimitMs = 8_000

/** The next start reads an archive that answers slowly, during which the server takes no connections. */
async function recoversFor(secondsAFile: number): Promise<Partial<EmbeddedPostgresOptions>> {
  const first = await start()
  await ask(first.url, 'CREATE TABLE t AS SELECT 7 AS n')
  await first.stop()
  await writeFile(join(dataDir, 'postgres', 'recovery.signal'), '')
  await chmod(join(dataDir, 'postgres', 'recovery.signal'), 0o666)
  return { settings: { restore_command: `sleep ${secondsAFile}; false`, hot_standby: 'off' } }
}

test('a server that recovers for longer than a start may take is waited for, and somebody is told', async () => {
  const slow = await recoversFor(2.5)
  const said: string[] = []
  const begun = performance.now()
  const server = await start({ ...slow, startLimitMs, log: (message) => said.push(message) })
  expect(performance.now() - begun).toBeGreaterThan(startLimitMs)
  expect(await ask(server.url, 'SELECT n FROM t')).toEqual([{ n: 7 }])
  expect(said).toEqual(['PostgreSQL is recovering, as after a crash. This may take minutes.'])
})

test('a start is given up while the server recovers, and nothing of it stays', async () => {
  const never = await recoversFor(600)
  const giveUp = new AbortController()
  const starting = start({
    ...{ ...never, startLimitMs, signal: giveUp.signal },
    log: () => giveUp.abort(new Error('Ctrl+C')),
  })
  await expect(starting).rejects.toThrow('Ctrl+C')
  expect(await listServing(join(dataDir, 'postgres'))).toEqual([])
})

test('a server that is killed is started again by itself', async () => {
  const server = await start()
  const killed = await postmaster()
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(
    async () => {
      expect(await ask(server.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
      expect(await postmaster()).not.toBe(killed)
    },
    { timeout: 60_000, interval: 50 },
  )
})

test('the server that a killed process left behind is stopped at the next start, and its data is kept', async () => {
  const code = `const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)})
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined })
    console.log('ready'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const orphan = await postmaster()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await listServing(join(dataDir, 'postgres'))).toContain(orphan)
  const said: string[] = []
  const server = await start({ log: (message) => said.push(message) })
  expect(said.join()).toContain('left behind')
  expect(await listServing(join(dataDir, 'postgres'))).not.toContain(orphan)
  expect(await ask(server.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('a pid file whose pid another program has by now does not stop the start', async () => {
  const first = await start()
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  await first.stop()
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), text.replace(/^\d+/, String(process.pid)))
  const second = await start()
  expect(await ask(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('a data folder with a path too long for a socket works', async () => {
  const long = join(dataDir, 'x'.repeat(60), 'y'.repeat(60))
  await mkdir(long, { recursive: true })
  const server = await start({ dataDir: long })
  expect(await ask(server.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  await server.stop()
})

test('a folder made by another PostgreSQL is refused with a sentence that says what to do', async () => {
  await mkdir(join(dataDir, 'postgres'), { mode: 0o700 })
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
  await expect(start()).rejects.toThrow(/was made by PostgreSQL 15/)
})

test('missing library links are made, and existing ones are kept', async () => {
  const lib = join(dataDir, 'native', 'lib')
  await mkdir(lib, { recursive: true })
  await writeFile(join(lib, 'libx.so.1.2'), 'library')
  await symlink('libx.so.1.2', join(lib, 'libx.so'))
  const source = 'native/lib/libx.so.1.2'
  await writeFile(
    join(dataDir, 'native', 'pg-symlinks.json'),
    JSON.stringify([
      { source, target: 'native/lib/libx.so' },
      { source, target: 'native/lib/libx.so.1' },
    ]),
  )
  await linkLibraries(dataDir)
  expect(await readFile(join(lib, 'libx.so.1'), 'utf8')).toBe('library')
})

const isRoot = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(isRoot)('without user namespaces, root runs it as another user who owns its folder', async () => {
  const server = await start({ runner: asUser({ uid: 65534, gid: 65534 }) })
  expect(await ask(server.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  expect((await stat(join(dataDir, 'postgres'))).uid).toBe(65534)
})

test.runIf(isRoot)('where nothing else may run it, root gets a sentence that says what to do', async () => {
  const code = `const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)})
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined }).catch((error) => console.log(error.message))`
  // A namespace that has root only and may make no further one.
  const shell = `echo 0 > /proc/sys/user/max_user_namespaces; exec "$0" --input-type=module -e "$1"`
  const child = spawn('unshare', ['--user', '--map-root-user', 'sh', '-c', shell, process.execPath, code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  expect(said.toString()).toContain('Start Freeor as an ordinary user, or set DATABASE_URL')
})
