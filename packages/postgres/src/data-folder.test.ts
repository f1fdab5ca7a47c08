import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataFolderInUse, lockDataFolder } from './data-folder.ts'

/** It looks for a sign of life for 5 s, and is refused at the first. */
const REFUSED_WITHIN_MS = 4_000

let dataDir: string
let children: ChildProcess[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'freeor-lock-'))
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

const moduleUrl = new URL('./data-folder.ts', import.meta.url).href

/** Another process that tries to lock the folder, prints what happened, and stays. */
function startRival(command: string[] = [process.execPath]): ChildProcess {
  const code = `const { lockDataFolder } = await import(${JSON.stringify(moduleUrl)})
    try { await lockDataFolder(${JSON.stringify(dataDir)}); console.log('held') } catch (error) { console.log('refused ' + error.pid) }
    setInterval(() => {}, 1000)`
  const [file = '', ...args] = command
  const child = spawn(file, [...args, '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return chunk.toString().trim()
}

test('a second process is refused soon and told which process holds the folder', async () => {
  const owner = startRival()
  expect(await firstLine(owner)).toBe('held')
  const before = performance.now()
  const refusal = await lockDataFolder(dataDir).catch((error: unknown) => error)
  expect(performance.now() - before).toBeLessThan(REFUSED_WITHIN_MS)
  expect(refusal).toBeInstanceOf(DataFolderInUse)
  expect((refusal as DataFolderInUse).pid).toBe(owner.pid)
  expect(String(refusal)).toContain(String(owner.pid))
})

test('the lock of a process killed with kill -9 is taken over', async () => {
  const owner = startRival()
  expect(await firstLine(owner)).toBe('held')
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  const lock = await lockDataFolder(dataDir)
  await lock.release()
  expect(await readdir(dataDir)).toEqual([])
})

test('a live process that only has the dead owner’s pid does not keep the folder', async () => {
  const lock = await lockDataFolder(dataDir)
  const file = join(dataDir, 'freeor.lock')
  const owner = JSON.parse(await readFile(file, 'utf8')) as { startedAt: string }
  await lock.release()
  await writeFile(file, JSON.stringify({ ...owner, startedAt: 'another boot:1', token: 'long-gone' }))
  await (await lockDataFolder(dataDir)).release()
  expect(await readdir(dataDir)).toEqual([])
})

test('of many processes that find a dead owner, exactly one gets the folder', async () => {
  await writeFile(
    join(dataDir, 'freeor.lock'),
    JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'x', namespace: 'gone', token: 'dead' }),
  )
  const said = await Promise.all(Array.from({ length: 6 }, () => firstLine(startRival())))
  expect(said.filter((line) => line === 'held')).toHaveLength(1)
  expect(said.filter((line) => line.startsWith('refused'))).toHaveLength(5)
})

test('a damaged lock file does not stop the start', async () => {
  await writeFile(join(dataDir, 'freeor.lock'), '{"pid":')
  await (await lockDataFolder(dataDir)).release()
  expect(await readdir(dataDir)).toEqual([])
})

test('a guard file left by a process that died while taking over does not stop the start', async () => {
  const dead = { pid: 2 ** 22 + 1, startedAt: 'x', namespace: await ownNamespace() }
  await writeFile(join(dataDir, 'freeor.lock'), JSON.stringify({ ...dead, token: 'first' }))
  await writeFile(join(dataDir, 'freeor.lock.first'), JSON.stringify({ ...dead, token: 'second' }))
  await (await lockDataFolder(dataDir)).release()
  expect(await readdir(dataDir)).toEqual([])
})

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'an owner in another process namespace is known by its heartbeat',
  async () => {
    const owner = startRival(['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', process.execPath])
    expect(await firstLine(owner)).toBe('held')
    const before = performance.now()
    await expect(lockDataFolder(dataDir)).rejects.toBeInstanceOf(DataFolderInUse)
    expect(performance.now() - before).toBeLessThan(REFUSED_WITHIN_MS)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    await (await lockDataFolder(dataDir)).release()
  },
)

/** The lock as a process of another machine writes it: same pid, same first process table, another boot. */
async function lockOfAnotherMachine(): Promise<string> {
  const path = join(dataDir, 'freeor.lock')
  const namespace = (await ownNamespace()).replace(/^\S+/, '00000000-1111-2222-3333-444444444444')
  const owner = {
    pid: process.pid,
    startedAt: '00000000-1111-2222-3333-444444444444:7',
    namespace,
    token: 'far',
  }
  await writeFile(path, JSON.stringify(owner))
  return path
}

test('the lock of a live process on another machine is not taken over, whatever its pid means here', async () => {
  const path = await lockOfAnotherMachine()
  const beating = setInterval(() => void utimes(path, new Date(), new Date()), 250)
  try {
    const before = performance.now()
    await expect(lockDataFolder(dataDir)).rejects.toMatchObject({ name: 'DataFolderInUse', pid: process.pid })
    expect(performance.now() - before).toBeLessThan(REFUSED_WITHIN_MS)
  } finally {
    clearInterval(beating)
  }
})

test('the lock of a machine that went silent is taken over, and its former owner is told when it wakes', async () => {
  await lockOfAnotherMachine()
  await (await lockDataFolder(dataDir)).release()
  let isLost = false
  const lock = await lockDataFolder(dataDir, {
    onLost: () => {
      isLost = true
    },
  })
  const path = await lockOfAnotherMachine()
  await expect.poll(() => isLost, { timeout: 60_000 }).toBe(true)
  await lock.release()
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ token: 'far' })
})

async function ownNamespace(): Promise<string> {
  const other = await mkdtemp(join(tmpdir(), 'freeor-lock-'))
  const lock = await lockDataFolder(other)
  const { namespace } = JSON.parse(await readFile(join(other, 'freeor.lock'), 'utf8')) as {
    namespace: string
  }
  await lock.release()
  await rm(other, { recursive: true })
  return namespace
}
