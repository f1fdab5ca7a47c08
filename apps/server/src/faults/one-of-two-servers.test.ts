import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  at,
  beginImport,
  countAt,
  downloadEnds,
  goOn,
  hashAt,
  importEnds,
  importStops,
  leadsLeft,
  offsetOf,
  order,
  send,
  sendHalf,
  uploadFirms,
} from '../testing/calls-at-servers.ts'
import { firmsCsv } from '../testing/firms.ts'
import { type OneServer, startTwoServers, type TwoServers } from '../testing/two-servers.ts'

/** One of two servers is killed in the middle of what it does. */

let two: TwoServers
let one: OneServer
let other: OneServer

beforeAll(async () => {
  two = await startTwoServers()
  ;[one, other] = two.servers
  await importEnds(one, await beginImport(one, { uploadId: await uploadFirms(two.servers, 1_000) }))
}, 240_000)

afterAll(async () => await two.close(), 60_000)

test('one is killed while it writes files, imports and takes an upload: the other does all of it, and nothing is lost', async () => {
  const before = await leadsLeft(other)
  for (const { dataDir } of two.servers) await writeFile(join(dataDir, 'wait-at'), 'mid-file')
  const ids: string[] = []
  for (let file = 0; file < 4; file++)
    ids.push(await order(file % 2 === 0 ? one : other, 100, 100 + file * 100))
  await vi.waitFor(
    async () => {
      const { body } = await at(other, 'owner').call('GET', '/api/downloads')
      const states = body.downloads?.filter(({ id }) => ids.includes(id)).map(({ state }) => state)
      expect(states).toEqual(ids.map(() => 'writing'))
    },
    { timeout: 20_000, interval: 50 },
  )
  const run = await importStops(one, { uploadId: await uploadFirms(two.servers, 30_000), dictId: 'killed' })
  const content = Buffer.from(firmsCsv(500))
  const upload = await send(one, {
    ...{ method: 'POST', path: '/api/imports/uploads', headers: { 'upload-length': `${content.length}` } },
  })
  const path = new URL(upload.headers.get('location') ?? '', one.url).pathname
  sendHalf(one, path, content)
  await one.kill()
  await goOn(other)
  const files = await Promise.all(ids.map(async (id) => await downloadEnds(other, id)))
  expect(files.map(({ state, newLeads }) => [state, newLeads])).toEqual(ids.map(() => ['ready', 100]))
  expect(await leadsLeft(other)).toBe(before - 400)
  expect(await importEnds(other, run)).toMatchObject({ state: 'done', report: { rowsStored: 30_000 } })
  const offset = await offsetOf(other, path)
  const rest = { path, body: content.subarray(offset), headers: { 'upload-offset': String(offset) } }
  expect((await send(other, { method: 'PATCH', ...rest })).status).toBe(204)
  await goOn(one)
  await one.start()
  for (const { id } of files) await hashAt(one, `/api/downloads/${id}/file`)
  const uploadId = path.split('/').at(-1) ?? ''
  expect(await importEnds(one, await beginImport(one, { uploadId }))).toMatchObject({ state: 'done' })
  expect(await Promise.all(two.servers.map(countAt))).toEqual([500, 500])
  expect(await two.violations()).toEqual([])
}, 180_000)
