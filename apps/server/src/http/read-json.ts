import { AppError } from '@freeor/kernel/errors'

/** The body of a request. @throws AppError bad_request; payload_too_large before more than `maxBytes` are held */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new AppError('bad_request', 'Please send JSON, with content-type: application/json.')
  const text = await readLimited(request, maxBytes)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('bad_request', 'The body is not valid JSON.', { cause })
  }
}

async function readLimited(request: Request, maxBytes: number): Promise<string> {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > maxBytes) throw tooLarge(maxBytes)
  // Node's parser lets a body have no more bytes than were announced.
  if (announced && !request.headers.has('transfer-encoding')) return await request.text()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tooLarge = (maxBytes: number) =>
  new AppError('payload_too_large', `This request may hold at most ${Math.floor(maxBytes / 1024)} KB.`)
