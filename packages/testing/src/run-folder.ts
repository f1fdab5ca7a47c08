import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type RunFolder = { readonly path: string; remove(): Promise<void> }

/** Linux keeps this folder in memory. */
const MEMORY_FOLDER = '/dev/shm'
/** A whole run writes less than half of this. In a container the folder often has 64 MB. */
const LEAST_FREE_BYTES = 6 * 2 ** 30

/**
 * A folder for whatever a test run writes, also as its temporary folder (`TMPDIR`). It is in memory where there is
 * room: each test file copies a database of a thousand small files, 21 ms there and 145 ms on a disk (measured).
 */
export async function openRunFolder(): Promise<RunFolder> {
  const parent = (await hasRoom(MEMORY_FOLDER)) ? MEMORY_FOLDER : tmpdir()
  const path = await mkdtemp(join(parent, 'freeor-run-'))
  // A server that root starts as another user must get through to its own folder in here.
  await chmod(path, 0o711)
  process.env.TMPDIR = path
  return { path, remove: async () => await rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

async function hasRoom(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= LEAST_FREE_BYTES
}
