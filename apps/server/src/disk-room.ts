import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@freeor/kernel/errors'

const MIB = 1024 * 1024
/** Below this, nothing new is taken in: what is left is for the databases. */
const LOW_BYTES = 32 * MIB
/** Held back on the disk and given to the databases when it is full: two segments of PostgreSQL's log. */
const RESERVE_BYTES = 32 * MIB
const LOOK_EVERY_MS = 1_000

/** Whether there is room to store anything new. */
export type DiskRoom = { isLow(): boolean }

/** For data that somebody else keeps, or where nothing watches the disk. */
export const endlessRoom: DiskRoom = { isLow: () => false }

/** The answer to a request that would store something on a full disk. */
export const noRoom = (cause?: unknown): AppError =>
  new AppError(
    'unavailable',
    'There is no room left on the disk of Freeor, so nothing can be stored right now. Nothing was changed. Please try again later.',
    { cause, details: { reason: 'disk_full', retryAfter: 30 } },
  )

type Log = (message: string, fields?: Record<string, unknown>) => void

/**
 * Checks every second whether the disk of the data folder is nearly full. Then writes are refused, so that reading goes
 * on: PostgreSQL stops altogether when it finds no room for its log, and cannot start again either. A reserve file is
 * deleted at that moment, and written again once there is plenty of room.
 */
export async function watchDiskRoom(
  dataDir: string,
  log: Log,
): Promise<DiskRoom & { stop(): Promise<void> }> {
  const reserve = join(dataDir, 'reserve')
  let isLow = false
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  async function look(): Promise<void> {
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const hasReserve = (await stat(reserve).catch(() => undefined))?.size === RESERVE_BYTES
    if (free < LOW_BYTES) {
      await rm(reserve, { force: true })
      if (!isLow) log('The disk is full: nothing new is stored until there is room', { free })
      isLow = true
      return
    }
    // Deleting the reserve frees its own space, which must not look like the end of the shortage.
    if (!hasReserve && free < LOW_BYTES + 2 * RESERVE_BYTES) return
    if (!hasReserve) await fill(reserve)
    if (isLow) log('There is room on the disk again', { free })
    isLow = false
  }

  function next(): void {
    if (isOver) return
    timer = setTimeout(() => {
      // A check that fails now is tried again in a second.
      looking = look().catch(() => undefined)
      void looking.then(next)
    }, LOOK_EVERY_MS)
    timer.unref()
  }

  await look().catch(() => undefined)
  next()
  return {
    isLow: () => isLow,
    async stop() {
      isOver = true
      clearTimeout(timer)
      await looking
    },
  }
}

/** Written, not only made long: a file with holes takes no room. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    const block = Buffer.alloc(MIB)
    for (let at = 0; at < RESERVE_BYTES; at += MIB) await file.write(block)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
