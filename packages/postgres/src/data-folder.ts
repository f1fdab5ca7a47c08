import { randomUUID } from 'node:crypto'
import { access, constants, link, mkdir, open, readFile, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findProcessStart, readProcessNamespace } from './process-identity.ts'

const HEARTBEAT_MS = 250
/** How long a silent heartbeat of another machine or container is watched before its owner counts as dead. */
const HEARTBEAT_WATCH_MS = 5_000
const WATCH_EVERY_MS = 100

type Owner = {
  readonly pid: number
  readonly startedAt: string
  readonly namespace: string
  readonly token: string
}

/** Another live process holds the data folder. */
export class DataFolderInUse extends Error {
  readonly pid: number
  readonly dataDir: string

  constructor(dataDir: string, pid: number) {
    super(
      `The data folder ${dataDir} is in use by process ${pid}. Stop that one first, or set another folder.`,
    )
    this.name = 'DataFolderInUse'
    this.pid = pid
    this.dataDir = dataDir
  }
}

/** There is a file in its place, or this user may not write there. */
class DataFolderUnusable extends Error {
  constructor(dataDir: string, cause: NodeJS.ErrnoException) {
    super(
      `The data folder ${dataDir} cannot be used (${cause.code ?? cause.message}). Set FREEOR_DATA to a folder that this user can write in.`,
      { cause },
    )
    this.name = 'DataFolderUnusable'
  }
}

export type DataFolderLock = { release(): Promise<void> }

export type LockOptions = {
  /** Called when another process has taken the folder over, as can happen after this one was suspended for long. */
  onLost?(): void
}

/**
 * Locks the data folder for this process, making it if needed (mode 0700). The lock of a dead process is taken over,
 * also when another process now has its pid. A process of this machine is looked up by its pid. For another machine or
 * container on the same volume, the heartbeat is watched for 5 s.
 * @throws DataFolderInUse within 2 s when a live process holds it; DataFolderUnusable where no lock can be written
 */
export async function lockDataFolder(dataDir: string, options: LockOptions = {}): Promise<DataFolderLock> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK)
  } catch (cause) {
    throw new DataFolderUnusable(dataDir, cause as NodeJS.ErrnoException)
  }
  const owner: Owner = {
    pid: process.pid,
    startedAt: (await findProcessStart(process.pid)) ?? 'unknown',
    namespace: await readProcessNamespace(),
    token: randomUUID(),
  }
  const path = join(dataDir, 'freeor.lock')
  await claim({ dataDir, path, owner })
  const heartbeat = setInterval(() => {
    // A failed beat is harmless as long as the next ones come through.
    beat().catch(() => undefined)
  }, HEARTBEAT_MS)
  heartbeat.unref()

  async function beat(): Promise<void> {
    const holder = await readOwner(path)
    if (holder && holder.token !== owner.token) {
      // Stop for good: the heartbeat of one owner must not keep another's lock alive.
      clearInterval(heartbeat)
      options.onLost?.()
      return
    }
    const now = new Date()
    await utimes(path, now, now)
  }
  return {
    async release() {
      clearInterval(heartbeat)
      if ((await readOwner(path))?.token === owner.token) await rm(path, { force: true })
    },
  }
}

type Claim = { readonly dataDir: string; readonly path: string; readonly owner: Owner }

/**
 * `link` creates the file with its content in one step, so nobody sees a half-written lock. To replace a dead owner's
 * file a process needs the guard file named after that owner. Two processes that both saw the dead owner cannot both
 * hold the guard, and the one that gets it looks again. A guard whose holder died is replaced by the same rule.
 */
async function claim(wanted: Claim): Promise<void> {
  const { dataDir, path, owner } = wanted
  for (;;) {
    if (await createOwned(path, owner)) return
    const holder = await readOwner(path)
    if (!holder) continue
    if (await isAlive(holder, path)) throw new DataFolderInUse(dataDir, holder.pid)
    const guard = join(dataDir, `freeor.lock.${holder.token}`)
    await claim({ dataDir, path: guard, owner })
    try {
      if ((await readOwner(path))?.token === holder.token) {
        const fresh = await writeOwner(path, owner)
        await rename(fresh, path)
        return
      }
    } finally {
      await rm(guard, { force: true })
    }
  }
}

async function createOwned(path: string, owner: Owner): Promise<boolean> {
  const fresh = await writeOwner(path, owner)
  try {
    await link(fresh, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(fresh, { force: true })
  }
}

async function writeOwner(path: string, owner: Owner): Promise<string> {
  const fresh = `${path}.${process.pid}-${randomUUID()}.new`
  const file = await open(fresh, 'wx', 0o600)
  try {
    await file.writeFile(JSON.stringify(owner))
    await file.sync()
  } finally {
    await file.close()
  }
  return fresh
}

/**
 * The owner written at `path`; undefined when there is no file; an owner that cannot be alive when the file is damaged.
 */
async function readOwner(path: string): Promise<Owner | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const damaged: Owner = { pid: 0, startedAt: '', namespace: '', token: 'damaged' }
  try {
    const value: unknown = JSON.parse(text)
    return isOwner(value) ? value : damaged
  } catch {
    return damaged
  }
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== 'object' || value === null) return false
  const { pid, startedAt, namespace, token } = value as Record<string, unknown>
  return (
    typeof pid === 'number' &&
    typeof startedAt === 'string' &&
    typeof namespace === 'string' &&
    typeof token === 'string' &&
    /^[\w-]+$/.test(token)
  )
}

async function isAlive(owner: Owner, path: string): Promise<boolean> {
  if (owner.token === 'damaged') return false
  if (owner.namespace === (await readProcessNamespace())) {
    return (await findProcessStart(owner.pid)) === owner.startedAt
  }
  const before = await readModified(path)
  const end = performance.now() + HEARTBEAT_WATCH_MS
  while (performance.now() < end) {
    await delay(WATCH_EVERY_MS)
    if ((await readModified(path)) !== before) return true
  }
  return false
}

/** Through an open file: a network file system may answer from its cache when only asked by name. */
async function readModified(path: string): Promise<number | undefined> {
  try {
    const file = await open(path)
    try {
      return (await file.stat()).mtimeMs
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}
