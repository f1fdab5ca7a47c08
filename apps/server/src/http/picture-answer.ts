import { Readable } from 'node:stream'
import { pictureType } from '@freeor/storage/pictures/file-name'
import type { FileStore } from '@freeor/storage/ports'

/** A kept picture. Its name cannot be guessed, and what it holds never changes. @throws AppError not_found */
export async function answerPicture(files: Pick<FileStore, 'read'>, key: string): Promise<Response> {
  const body = await files.read(key)
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
    headers: {
      'content-type': pictureType(key),
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      // An SVG that is opened by its address is a document: it may run and load nothing.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  })
}
