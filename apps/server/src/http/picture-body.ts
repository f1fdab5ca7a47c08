import { AppError } from '@freeor/kernel/errors'
import { mostImageBytes } from '@freeor/storage/pictures/limits'

const tooLarge = () =>
  new AppError('payload_too_large', `A picture may have ${mostImageBytes / 1024 ** 2} MB at most.`)

/** A picture's bytes. @throws AppError payload_too_large before more than one may have is kept in memory */
export async function readPicture(request: Request): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > mostImageBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > mostImageBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
