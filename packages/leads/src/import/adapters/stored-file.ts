import { AppError } from '@freeor/kernel/errors'
import type { FileStore } from '@freeor/storage/ports'
import type { ImportSource } from '../ports.ts'

/**
 * A file that was uploaded to the store; `name` is what the uploader called it.
 * @throws AppError `not_found`.
 */
export async function storedFile(store: FileStore, key: string, name: string): Promise<ImportSource> {
  const found = await store.stat(key)
  if (!found) throw new AppError('not_found', `There is no uploaded file ${name}`)
  return { name, bytes: found.bytes, read: (range) => store.read(key, range) }
}
