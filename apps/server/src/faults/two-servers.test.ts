import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addCourse } from '@freeor/courses/catalog/testing'
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
  uploadAlternately,
  uploadFirms,
} from '../testing/calls-at-servers.ts'
import { firmsCsv } from '../testing/firms.ts'
import { clientOf, signInSample } from '../testing/server-client.ts'
import { type OneServer, startTwoServers, type TwoServers } from '../testing/two-servers.ts'

/** Two servers stand behind a proxy: whatever is asked of one must hold at the other, and at last one is killed. */

const ROWS = 2_000

let two: TwoServers
let one: OneServer
let other: OneServer

beforeAll(async () => {
  two = await startTwoServers()
  ;[one, other] = two.servers
})

afterAll(async () => await two.close())

test('servers that start at the same time have the same sample logins, and a session holds and ends at both', async () => {
  const [ours, theirs] = await Promise.all(
    two.servers.map(async ({ dataDir }) => await readFile(join(dataDir, 'sample-logins.json'), 'utf8')),
  )
  expect(ours).toBe(theirs)
  const token = await signInSample(other, 'admin')
  expect((await clientOf(one.url, token).call('GET', '/api/me')).body.user?.email).toBe('admin@example.com')
  await clientOf(one.url, token).call('POST', '/api/auth/sign-out', { body: {} })
  expect((await clientOf(other.url, token).call('GET', '/api/me')).body.user ?? null).toBeNull()
})

test('a lead file that arrives at both in turns is imported by one, and both show its progress and its leads', async () => {
  const id = await uploadFirms(two.servers, ROWS)
  expect(await offsetOf(one, `/api/imports/uploads/${id}`)).toBe(firmsCsv(ROWS).length)
  const run = await beginImport(other, { uploadId: id })
  expect(await importEnds(one, run)).toMatchObject({ state: 'done', report: { rowsStored: ROWS } })
  expect(await Promise.all(two.servers.map(countAt))).toEqual([ROWS, ROWS])
})

test('a file of a lesson that arrives at both in turns is taken by one and read at the other', async () => {
  const { body: me } = await at(one, 'owner').call('GET', '/api/me')
  const { db } = two.database
  const course = await addCourse(db, { companyId: me.company?.id ?? '', lessons: [{}] })
  const lessonId = course.lessons[0]?.id ?? ''
  const content = Buffer.from(`%PDF-1.7\n${'x'.repeat(9_000)}`)
  const path = `/api/lesson-uploads?lessonId=${lessonId}`
  const uploadId = await uploadAlternately(two.servers, { name: 'reader.pdf', path, content, as: 'owner' })
  const taken = await at(other, 'owner').call('POST', `/api/lessons/${lessonId}/files`, {
    body: { uploadId },
  })
  expect(taken.body, taken.text).toMatchObject({ kind: 'file', bytes: content.length })
  const { src } = taken.body as { src: string }
  expect(await hashAt(one, src)).toBe(createHash('sha256').update(content).digest('hex'))
  const left: string[] = []
  for await (const { key } of two.files.list('uploads/lessons/')) left.push(key)
  expect(left).toEqual([])
})

test('leads that are ordered at both at the same moment are paid once, and each file is fetched at either', async () => {
  const before = await leadsLeft(one)
  const ids = await Promise.all([order(one, 30), order(other, 30), order(one, 30, 15), order(other, 30, 15)])
  const files = await Promise.all(ids.map(async (id) => await downloadEnds(one, id)))
  expect(files.map(({ state }) => state)).toEqual(files.map(() => 'ready'))
  expect(await Promise.all(two.servers.map(leadsLeft))).toEqual([before - 45, before - 45])
  for (const { id } of files) {
    const path = `/api/downloads/${id}/file`
    expect(await hashAt(one, path)).toBe(await hashAt(other, path))
  }
  expect(await two.violations()).toEqual([])
})

test('what happens at one is told to the streams of the other, and a session that ends there ends its stream here', async () => {
  const token = await signInSample(one, 'owner')
  const stream = await listen(one, token)
  const { body: me } = await at(other, 'owner').call('GET', '/api/me')
  const course = await addCourse(two.database.db, { companyId: me.company?.id ?? '' })
  const renamed = await at(other, 'owner').call('PATCH', `/api/courses/${course.id}`, {
    body: { name: 'Told' },
  })
  expect(renamed.status, renamed.text).toBe(200)
  await vi.waitFor(() => expect(stream.text()).toContain(course.id), { timeout: 60_000 })
  await clientOf(other.url, token).call('POST', '/api/auth/sign-out', { body: {} })
  await vi.waitFor(() => expect(stream.isOver()).toBe(true), { timeout: 60_000 })
})

async function listen(server: OneServer, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(new URL('/api/events', server.url), { headers })
  let text = ''
  let isOver = false
  void (async () => {
    for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk)
  })()
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  await vi.waitFor(() => expect(text).toContain('event: refresh'), { timeout: 60_000 })
  return { text: () => text, isOver: () => isOver }
}

test('attempts to guess a password are counted over both', async () => {
  const guess = async (server: OneServer) => {
    const body = { email: 'nobody@people.example', password: 'a wrong password' }
    return (await clientOf(server.url).call('POST', '/api/auth/sign-in/email', { body })).status
  }
  const answers: number[] = []
  for (let turn = 0; turn < 12; turn++) answers.push(await guess(turn % 2 === 0 ? one : other))
  expect(answers).toEqual([...Array(10).fill(401), 429, 429])
})

test('an import that runs at one is cancelled at the other', async () => {
  const run = await importStops(one, {
    uploadId: await uploadFirms(two.servers, 30_000),
    dictId: 'cancelled',
  })
  const cancelled = await at(other).call('POST', `/api/imports/${run.id}/cancel`)
  expect(cancelled.body, cancelled.text).toMatchObject({ state: 'cancelled' })
  await goOn(one)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await importEnds(one, run)).toMatchObject({ state: 'cancelled', retriedBy: null })
  expect((await at(one).call('POST', `/api/imports/${run.id}/cancel`)).status).toBe(409)
})

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
    { timeout: 60_000, interval: 50 },
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
})
