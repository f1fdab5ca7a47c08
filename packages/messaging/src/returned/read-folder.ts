import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { returnedMailBytes } from './limits.ts'

/** Mails that are read in one go; the others wait for the next. */
const MOST = 500

export type FolderCounts = { readonly read: number; readonly failed: number }

/**
 * Gives each new mail of a folder in the form of Maildir to `take`, and puts it to those that were seen. One that fails
 * stays, and is tried again; the others go on. Only files are read: a link could lead anywhere.
 */
export async function readFolder(
  folder: string,
  take: (raw: Uint8Array) => Promise<unknown>,
  onFailure: (error: unknown, file: string) => void,
): Promise<FolderCounts> {
  const counts = { read: 0, failed: 0 }
  const names = (await readdir(join(folder, 'new'))).filter((name) => !name.startsWith('.')).toSorted()
  for (const name of names.slice(0, MOST)) {
    const path = join(folder, 'new', name)
    try {
      const raw = await readMail(path)
      if (raw === undefined) continue
      await take(raw)
      await mkdir(join(folder, 'cur'), { recursive: true })
      await rename(path, join(folder, 'cur', name.includes(':2,') ? name : `${name}:2,S`))
      counts.read += 1
    } catch (error) {
      counts.failed += 1
      onFailure(error, name)
    }
  }
  return counts
}

/** The beginning of a mail, as much as is taken; undefined for what is no file. */
async function readMail(path: string): Promise<Uint8Array | undefined> {
  if (!(await lstat(path)).isFile()) return undefined
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { size } = await file.stat()
    const buffer = Buffer.alloc(Math.min(size, returnedMailBytes.most))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
