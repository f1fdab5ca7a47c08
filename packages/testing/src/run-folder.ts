import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type RunFolder = { readonly path: string; remove(): Promise<void> }

const NAME = /^freeor-run-(?<pid>\d+)-/

/** Linux keeps this folder in memory. */
const MEMORY_FOLDER = '/dev/shm'
/** A whole run writes less than half of this. In a container the folder often has 64 MB. */
const LEAST_FREE_BYTES = 6 * 2 ** 30

/**
 * A folder for whatever a test run writes, its temporary files too. It is in memory where there is
 * room: each test file copies a database of a thousand small files, 21 ms there and 145 ms on a disk (measured).
 * What a killed run left is removed by the next: in memory it would stay until the machine restarts.
 */
export async function openRunFolder(): Promise<RunFolder> {
  const parent = (await hasRoom(MEMORY_FOLDER)) ? MEMORY_FOLDER : tmpdir()
  await removeAbandoned(parent)
  const path = await mkdtemp(join(parent, `freeor-run-${process.pid}-`))
  // A server that root starts as another user must get through to its own folder in here.
  await chmod(path, 0o711)
  process.on('exit', () => removeNow(path))
  return { path, remove: async () => await rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/**
 * After Ctrl+C or a signal nobody else ends what tests have started: PostgreSQL and servers, which are given their
 * folder in here. A search engine ends with its server.
 */
function removeNow(path: string): void {
  // Until none is there: a server may have just started its PostgreSQL again. PostgreSQL gives its shared memory back
  // when it is told to quit, not when it is killed.
  for (let i = 0; i < 50; i++) {
    if (spawnSync('pkill', [i < 40 ? '-QUIT' : '-KILL', '-f', path]).status !== 0) break
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  }
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  } catch {
    // A test had mounted a disk in here. The next run tries again.
  }
}

/** Removes the folders of runs whose process is no more. */
export async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = NAME.exec(name)?.groups?.pid
    if (pid === undefined || isRunning(Number(pid))) continue
    // Another user's folder, or one that another run removes at this moment.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Anything but "no such process": it is there and is another user's.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

async function hasRoom(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= LEAST_FREE_BYTES
}
