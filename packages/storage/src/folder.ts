import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@freeor/kernel/errors'
import { requireKey, requirePrefix } from './key.ts'
import { measure } from './measure.ts'
import type { FileStore, StoredFile } from './ports.ts'

/** Keys cannot begin with a dot, so no key can reach this folder. */
const UNFINISHED = '.unfinished'
const UNFINISHED_MS = 60 * 60 * 1000

/** Keeps files in the folder `dir`, made at the first write, one file per key. */
export function openFolderStore(dir: string): FileStore {
  let tidied: Promise<void> | undefined
  return {
    async write(key, body) {
      requireKey(key)
      // A process that was killed during a write leaves its part file; it is removed an hour later at the earliest.
      tidied ??= removeUnfinished(join(dir, UNFINISHED))
      await tidied
      const path = join(dir, key)
      const part = join(dir, UNFINISHED, randomUUID())
      try {
        const file = await open(part, 'wx', 0o600)
        const measured = measure()
        await pipeline(body, measured.stream, file.createWriteStream({ flush: true }))
        const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(part, path)
        await syncFolders(dirname(path), made === undefined ? dirname(path) : dir)
        return measured.result()
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async read(key, range) {
      requireKey(key)
      const file = await open(join(dir, key)).catch((cause: unknown) => {
        throw isMissing(cause) ? new AppError('not_found', 'There is no such file', { cause }) : cause
      })
      if (!range) return file.createReadStream()
      const { size } = await file.stat()
      if (range.start < 0 || range.start >= size || range.end < range.start) {
        await file.close()
        throw new AppError('range_not_satisfiable', 'That range is outside the file', {
          details: { bytes: size },
        })
      }
      return file.createReadStream({ start: range.start, end: Math.min(range.end, size - 1) })
    },
    async stat(key) {
      requireKey(key)
      try {
        const found = await stat(join(dir, key))
        return found.isFile() ? { bytes: found.size, modifiedAt: found.mtime } : undefined
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async remove(key) {
      requireKey(key)
      const path = join(dir, key)
      await rm(path, { force: true }).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    },
    list(prefix) {
      requirePrefix(prefix)
      return listFolder({ root: dir, folder: '', prefix })
    },
  }
}

type Walk = { readonly root: string; readonly folder: string; readonly prefix: string }

/** Depth first, each level sorted with `/` behind folders: that is the order of whole keys, as S3 lists them. */
async function* listFolder({ root, folder, prefix }: Walk): AsyncGenerator<StoredFile> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const names = entries
    .filter((entry) => !entry.name.startsWith('.'))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .toSorted((a, b) => (a < b ? -1 : 1))
  for (const name of names) {
    const key = folder + name
    const shared = Math.min(key.length, prefix.length)
    if (key.slice(0, shared) !== prefix.slice(0, shared)) continue
    if (name.endsWith('/')) {
      yield* listFolder({ root, folder: key, prefix })
    } else if (key.startsWith(prefix)) {
      const found = await stat(join(root, key)).catch(() => undefined)
      if (found) yield { key, bytes: found.size, modifiedAt: found.mtime }
    }
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const oldest = Date.now() - UNFINISHED_MS
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < oldest) await rm(path, { force: true })
  }
}

/** Makes file names durable: those in `folder` and, up to `top`, in the parent folders that may be new. */
async function syncFolders(folder: string, top: string): Promise<void> {
  for (let current = folder; ; current = dirname(current)) {
    const handle = await open(current)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (current === top || current === dirname(current)) return
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
