import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { newId } from '@freeor/kernel/ids'
import type { Download } from '@freeor/leads/downloads/schema'
import { expect, vi } from 'vitest'
import type { ImportRun } from '../api/imports/import-run.ts'
import { firmsCsv, firmsDictId } from './firms.ts'
import { clientOf, type ServerClient } from './server-client.ts'
import type { OneServer, TwoServers } from './two-servers.ts'
import { tus } from './uploads.ts'

/** What the tests of two servers ask of one of them. */

const octets = { ...tus, 'content-type': 'application/offset+octet-stream' }

export const at = (server: OneServer, role = 'super_admin'): ServerClient =>
  clientOf(server.url, server.tokens[role])

type TusCall = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
  readonly as?: string | undefined
}

/** A call of the tus protocol, at one of the servers. */
export async function send(server: OneServer, { path, as = 'super_admin', headers, ...call }: TusCall) {
  const authorization = `Bearer ${server.tokens[as]}`
  return await fetch(new URL(path, server.url), {
    ...call,
    headers: { ...octets, ...headers, authorization },
  })
}

export const offsetOf = async (server: OneServer, path: string) =>
  Number((await send(server, { method: 'HEAD', path })).headers.get('upload-offset'))

type Content = Pick<TusCall, 'path' | 'as'> & { readonly name: string; readonly content: Buffer }
type Pair = TwoServers['servers']

/** Uploads in pieces, each to the server that did not get the one before. Gives the id. */
export async function uploadAlternately(
  [one, other]: Pair,
  { name, path, content, as }: Content,
): Promise<string> {
  const metadata = `filename ${Buffer.from(name).toString('base64')}`
  const headers = { 'upload-length': String(content.length), 'upload-metadata': metadata }
  const begun = await send(one, { method: 'POST', path, headers, as })
  expect(begun.status, await begun.text()).toBe(201)
  const id = begun.headers.get('location')?.split('/').at(-1)?.replace(/\?.*/, '') ?? ''
  const size = Math.ceil(content.length / 4)
  for (let offset = 0, turn = 0; offset < content.length; offset += size, turn++) {
    const body = Buffer.from(content.subarray(offset, offset + size))
    const piece = {
      path: `${path.split('?')[0]}/${id}`,
      body,
      headers: { 'upload-offset': String(offset) },
      as,
    }
    const to = turn % 2 === 0 ? other : one
    expect((await send(to, { method: 'PATCH', ...piece })).status).toBe(204)
  }
  return id
}

export const uploadFirms = async (pair: Pair, rows: number): Promise<string> =>
  await uploadAlternately(pair, {
    ...{ name: 'firms.csv', path: '/api/imports/uploads', content: Buffer.from(firmsCsv(rows)) },
  })

type ImportOrder = { readonly uploadId: string; readonly dictId?: string }

export async function beginImport(
  server: OneServer,
  { uploadId, dictId = firmsDictId }: ImportOrder,
): Promise<ImportRun> {
  const { body, status, text } = await at(server).call('POST', '/api/imports', { body: { uploadId, dictId } })
  expect(status, text).toBe(202)
  return body
}

/** Waits at a server until an import has ended, or the one that does its work. */
export async function importEnds(server: OneServer, { id }: ImportRun): Promise<ImportRun> {
  const read = async (of: string) => (await at(server).call('GET', `/api/imports/${of}`)).body as ImportRun
  return await vi.waitFor(
    async () => {
      const first = await read(id)
      const now = first.retriedBy ? await read(first.retriedBy) : first
      expect(now).toMatchObject({ state: expect.not.stringMatching('running'), retrying: false })
      return now
    },
    { timeout: 100_000, interval: 100 },
  )
}

export async function order(server: OneServer, limit: number, offset = 0): Promise<string> {
  const headers = { 'idempotency-key': newId('req') }
  const body = { dictId: firmsDictId, limit, offset }
  const { body: made, text } = await at(server, 'owner').call('POST', '/api/downloads', { headers, body })
  expect(made.id, text).toBeDefined()
  return made.id
}

export async function downloadEnds(server: OneServer, id: string): Promise<Download> {
  return await vi.waitFor(
    async () => {
      const { body } = await at(server, 'owner').call('GET', `/api/downloads/${id}`)
      expect(body.state).toMatch(/ready|failed/)
      return body
    },
    { timeout: 100_000, interval: 100 },
  )
}

export async function hashAt(server: OneServer, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${server.tokens.owner}` }
  const answer = await fetch(new URL(path, server.url), { headers })
  expect(answer.status).toBe(200)
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}

export const leadsLeft = async (server: OneServer): Promise<number> =>
  (await at(server, 'owner').call('GET', '/api/me')).body.allowance?.leadsRemaining ?? 0

export const countAt = async (server: OneServer): Promise<number> => {
  const { body, text } = await at(server).call('POST', `/api/search/${firmsDictId}`, { body: { limit: 1 } })
  expect(body.count, text).toBeDefined()
  return body.count
}

/** Begins an import at a server whose rows stop in the middle for as long as its `wait-at` is there. */
export async function importStops(server: OneServer, order: ImportOrder): Promise<ImportRun> {
  await writeFile(join(server.dataDir, 'wait-at'), 'mid-rows')
  const run = await beginImport(server, order)
  await vi.waitFor(
    async () =>
      expect((await at(server).call('GET', `/api/imports/${run.id}`)).body.progress.rows).toBeGreaterThan(0),
    { timeout: 60_000, interval: 50 },
  )
  return run
}

export const goOn = async ({ dataDir }: OneServer) => await rm(join(dataDir, 'wait-at'), { force: true })

/** Begins to send a piece, and leaves it open. */
export function sendHalf(server: OneServer, path: string, content: Uint8Array): void {
  const headers = { ...octets, authorization: `Bearer ${server.tokens.super_admin}`, 'upload-offset': '0' }
  const sending = request(new URL(path, server.url), {
    ...{ method: 'PATCH', headers: { ...headers, 'content-length': content.length } },
  })
  sending.on('error', () => undefined)
  sending.write(content.subarray(0, content.length / 2))
}
