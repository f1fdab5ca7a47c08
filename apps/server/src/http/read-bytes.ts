import { AppError } from '@freeor/kernel/errors'

/** The body of a request as bytes. @throws AppError payload_too_large before more than `most` are held */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError('payload_too_large', `A file may hold at most ${Math.floor(most / 1_000_000)} MB.`)
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
