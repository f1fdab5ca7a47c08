import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'

type StoredObject = { readonly content: Buffer; readonly modifiedAt: Date }
type Upload = { readonly key: string; readonly parts: Map<number, Buffer> }

export type TestS3Server = {
  /** In the form of S3_URL. */
  readonly url: string
  readonly objects: Map<string, StoredObject>
  /** Multipart uploads that are neither completed nor aborted. */
  readonly uploads: Map<string, Upload>
  /** Every further write is answered with this status; undefined makes writes succeed again. */
  refuseWrites(status: number | undefined): void
  close(): Promise<void>
}

/** A store that a test may fill, in the form of S3_URL. */
export type TestBucket = { readonly url: string; close(): Promise<void> }

/** A folder of its own in the bucket of TEST_S3_URL, where a real store is to be tried; else a server of ours. */
export async function openTestBucket(): Promise<TestBucket> {
  const given = inject('testS3Url')
  if (!given) return await startTestS3Server()
  const url = new URL(given)
  url.pathname += `/test-${randomUUID()}`
  return { url: url.href, close: async () => undefined }
}

type Exchange = {
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

type State = Pick<TestS3Server, 'objects' | 'uploads'>

/** Keys per listing page; few, so that a few files make several pages. */
const PAGE = 3
const BUCKET = 'files'

/**
 * A server on loopback that speaks the part of the S3 protocol a file store needs: put, get with ranges, head,
 * delete, list version 2 in pages, multipart uploads. It checks that requests are signed by its key, not the signature.
 */
export async function startTestS3Server(): Promise<TestS3Server> {
  const state: State = { objects: new Map(), uploads: new Map() }
  let refusal: number | undefined
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3')
    const [, bucket, ...rest] = url.pathname.split('/')
    const method = request.method ?? ''
    const key = decodeURIComponent(rest.join('/'))
    const isSigned = request.headers.authorization?.includes('Credential=test-key/') === true
    if (bucket !== BUCKET || !isSigned) {
      refuse(response, 403, 'AccessDenied')
    } else if (refusal !== undefined && (method === 'PUT' || method === 'POST')) {
      request.resume()
      refuse(response, refusal, 'Refused')
    } else {
      answer(state, { method, key, query: url.searchParams, request, response }).catch((error: Error) => {
        response.destroy(error)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...state,
    url: `http://test-key:${encodeURIComponent('secret/+=')}@127.0.0.1:${port}/${BUCKET}?region=eu-central-1`,
    refuseWrites(status) {
      refusal = status
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(state: State, exchange: Exchange): Promise<void> {
  const { method, key, query, request, response } = exchange
  const uploadId = query.get('uploadId')
  if (query.has('uploads')) {
    const id = randomUUID()
    state.uploads.set(id, { key, parts: new Map() })
    sendXml(
      response,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  } else if (uploadId !== null) {
    await continueUpload(state, exchange, uploadId)
  } else if (query.get('list-type') === '2') {
    listObjects(state, exchange)
  } else if (method === 'PUT') {
    const content = await readBody(request)
    state.objects.set(key, { content, modifiedAt: new Date() })
    response.writeHead(200, { etag: etag(content) }).end()
  } else if (method === 'DELETE') {
    state.objects.delete(key)
    response.writeHead(204).end()
  } else {
    sendObject(exchange, state.objects.get(key))
  }
}

async function continueUpload(state: State, exchange: Exchange, id: string): Promise<void> {
  const { method, query, request, response } = exchange
  const body = await readBody(request)
  const upload = state.uploads.get(id)
  if (!upload) {
    refuse(response, 404, 'NoSuchUpload')
  } else if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    response.writeHead(200, { etag: etag(body) }).end()
  } else if (method === 'DELETE') {
    state.uploads.delete(id)
    response.writeHead(204).end()
  } else {
    state.uploads.delete(id)
    const parts = [...upload.parts].toSorted(([a], [b]) => a - b).map(([, part]) => part)
    state.objects.set(upload.key, { content: Buffer.concat(parts), modifiedAt: new Date() })
    sendXml(
      response,
      `<CompleteMultipartUploadResult><Key>${upload.key}</Key></CompleteMultipartUploadResult>`,
    )
  }
}

function listObjects({ objects }: State, { query, response }: Exchange): void {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const found = [...objects]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const page = found.slice(0, PAGE)
  const contents = page.map(([key, { content, modifiedAt }]) => {
    const modified = modifiedAt.toISOString()
    return `<Contents><Key>${key}</Key><Size>${content.length}</Size><LastModified>${modified}</LastModified></Contents>`
  })
  const isOver = found.length <= PAGE
  const next = isOver ? '' : `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>`
  const body = `${contents.join('')}<IsTruncated>${!isOver}</IsTruncated>${next}`
  sendXml(response, `<ListBucketResult>${body}</ListBucketResult>`)
}

function sendObject({ method, request, response }: Exchange, object: StoredObject | undefined): void {
  if (!object) {
    refuse(response, 404, 'NoSuchKey')
    return
  }
  const { content, modifiedAt } = object
  const headers = { 'last-modified': modifiedAt.toUTCString(), etag: etag(content) }
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  const start = Number(range?.[1] ?? 0)
  const end = Math.min(Number(range?.[2] ?? content.length - 1), content.length - 1)
  if (range && start >= content.length) {
    refuse(response, 416, 'InvalidRange')
    return
  }
  const part = content.subarray(start, end + 1)
  response.writeHead(range ? 206 : 200, { ...headers, 'content-length': part.length })
  response.end(method === 'HEAD' ? undefined : part)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

function sendXml(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${body}`)
}

function etag(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
