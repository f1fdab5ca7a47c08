import { execFile } from 'node:child_process'
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

const POLL_MS = 25
const FAST_STOP_MS = 20_000
const HARD_STOP_MS = 10_000

/**
 * Stops the PostgreSQL that a killed Freeor left running on this cluster folder. Clears the pid file when its number
 * belongs to another process by now (PostgreSQL would refuse to start). The caller holds the data folder's lock.
 * Refused: adopting the server. A child of ours can be supervised, another process cannot.
 * @returns the process id of the stopped server, if there was one.
 */
export async function stopOrphan(cluster: string): Promise<number | undefined> {
  const pidFile = join(cluster, 'postmaster.pid')
  const pid = await readPid(pidFile)
  const serving = await listServing(cluster)
  if (pid !== undefined && serving.includes(pid)) {
    await stopServer(pid, cluster)
    return pid
  }
  // Backends outlive a killed postmaster for a moment and still hold its shared memory.
  await waitUntil(async () => (await listServing(cluster)).length === 0, FAST_STOP_MS)
  await rm(pidFile, { force: true })
  return undefined
}

async function stopServer(pid: number, cluster: string): Promise<void> {
  const gone = async () => (await listServing(cluster)).length === 0
  signal(pid, 'SIGINT')
  if (await waitUntil(gone, FAST_STOP_MS)) return
  signal(pid, 'SIGQUIT')
  if (await waitUntil(gone, HARD_STOP_MS)) return
  throw new Error(
    `An earlier PostgreSQL (process ${pid}) on ${cluster} does not stop. End it, then start again.`,
  )
}

async function readPid(file: string): Promise<number | undefined> {
  try {
    const pid = Number((await readFile(file, 'utf8')).split('\n', 1)[0])
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

/** PostgreSQL processes on this cluster folder: each has the folder as its working directory. */
export async function listServing(cluster: string): Promise<number[]> {
  const folder = await realpath(cluster)
  if (process.platform !== 'linux') return await listServingByCommand(folder)
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if ((await readlink(`/proc/${name}/cwd`)) !== folder) continue
      if ((await readFile(`/proc/${name}/comm`, 'utf8')).trim() === 'postgres') found.push(Number(name))
    } catch {
      // It has ended meanwhile, or we may not look at it: then it is not ours.
    }
  }
  return found
}

async function listServingByCommand(folder: string): Promise<number[]> {
  const { stdout } = await run('/bin/ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 16 << 20 })
  return stdout
    .split('\n')
    .filter((line) => line.includes(`-D ${folder} `) && line.includes('postgres'))
    .map((line) => Number.parseInt(line, 10))
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It is gone already.
  }
}

async function waitUntil(condition: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > end) return false
    await delay(POLL_MS)
  }
  return true
}
