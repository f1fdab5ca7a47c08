import { Readable } from 'node:stream'
import { AppError } from '@freeor/kernel/errors'
import { isNotModified, selectRange } from '@freeor/storage/byte-range'

/** A file to be saved by who requested it. */
export type FileToSend = {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: number
  readonly etag: string
  readonly modifiedAt: Date
  open(range?: { start: number; end: number }): Promise<Readable>
}

/**
 * The file, or the part of it that was requested (`Range`, `If-Range`), or 304 for one that the client has.
 * @throws AppError range_not_satisfiable
 */
export async function answerFile(file: FileToSend, request: Request): Promise<Response> {
  const header = (name: string) => request.headers.get(name) ?? undefined
  const common = {
    etag: file.etag,
    'last-modified': file.modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    // no-transform: compressing on the way would break the length, the ranges and the tag.
    'cache-control': 'private, no-transform',
  }
  if (isNotModified(header('if-none-match'), file.etag))
    return new Response(null, { status: 304, headers: common })
  const range = selectRange({ range: header('range'), ifRange: header('if-range') }, file)
  if (range === 'unsatisfiable')
    throw new AppError('range_not_satisfiable', `The file has ${file.bytes} bytes.`, {
      details: { bytes: file.bytes },
    })
  const isWhole = range === 'whole'
  const length = isWhole ? file.bytes : range.end - range.start + 1
  const headers = {
    ...common,
    'content-type': file.contentType,
    'content-length': String(length),
    'content-disposition': `attachment; filename="${file.fileName.replaceAll(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    ...(isWhole ? {} : { 'content-range': `bytes ${range.start}-${range.end}/${file.bytes}` }),
  }
  const status = isWhole ? 200 : 206
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const body = Readable.toWeb(await file.open(isWhole ? undefined : range)) as ReadableStream<Uint8Array>
  return new Response(body, { status, headers })
}
