import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '@freeor/kernel/errors'
import type { ImportSource } from '../ports.ts'

const chunkBytes = 512 * 1024

/**
 * A file on this machine.
 * @throws AppError `not_found` when there is no such file; `invalid_request` when it is not a file.
 */
export async function localFile(path: string): Promise<ImportSource> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new AppError('not_found', `There is no file ${basename(path)}`, { cause })
  })
  if (!found.isFile()) throw new AppError('invalid_request', `${basename(path)} is not a file`)
  await (await open(path, 'r')).close()
  return {
    name: basename(path),
    bytes: found.size,
    read: async (range) => createReadStream(path, { ...range, highWaterMark: chunkBytes }),
    readInPlace: () => piecesOf(path),
  }
}

async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes)
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, null)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
