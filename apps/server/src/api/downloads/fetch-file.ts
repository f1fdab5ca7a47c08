import { Readable } from 'node:stream'
import { AppError } from '@freeor/kernel/errors'
import { type DownloadFile, openDownloadFile } from '@freeor/leads/downloads/queries'
import { isNotModified, selectRange } from '@freeor/storage/byte-range'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { downloadParams } from './read-download.ts'

export const fetchFileOperation = leadsOperation({
  id: 'fetchFile',
  method: 'get',
  path: '/api/downloads/{downloadId}/file',
  area: 'downloads',
  summary: 'The file; resumable with Range and If-Range, and free for good',
  access: 'user',
  apiKeyScope: 'downloads',
  whileImpersonating: 'refused',
  right: 'downloads.order',
  params: downloadParams,
  produces: 'text/csv',
  async handle({ deps, company, params, request }) {
    const file = await openDownloadFile(deps, await company(), params.downloadId)
    return await answerFile(file, request)
  },
})

async function answerFile(file: DownloadFile, request: Request): Promise<Response> {
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
