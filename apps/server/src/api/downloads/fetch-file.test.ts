import { createHash } from 'node:crypto'
import type { Download } from '@freeor/leads/downloads/schema'
import { mailOutbox } from '@freeor/messaging/tables'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompaniesFixture, download, openCompaniesFixture } from '../../testing/companies-fixture.ts'

let fixture: CompaniesFixture
let file: Download
let content: string

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40 })
  file = await download(fixture, fixture.people.owner, { limit: 20 })
  content = (await get()).text
})

afterAll(async () => await fixture.close())

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fixture.call(method, `/api/downloads/${file.id}/file`, { as: fixture.people.owner, headers })

test('the file is what the download says: its rows, bytes and SHA-256', async () => {
  const answer = await get()
  expect(answer.status).toBe(200)
  expect(createHash('sha256').update(answer.text).digest('hex')).toBe(file.sha256)
  expect(Number(answer.headers.get('content-length'))).toBe(file.bytes)
  expect(answer.text.trimEnd().split('\r\n')).toHaveLength(1 + file.downloadCount)
  expect(answer.headers.get('etag')).toBe(`"${file.sha256}"`)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w. -]+"/)
})

test('it is never compressed, cached by others or sniffed, so that its length and ranges hold', async () => {
  for (const encoding of ['gzip', 'br', 'gzip, deflate, br, zstd']) {
    const answer = await get({ 'accept-encoding': encoding })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.text).toBe(content)
  }
  const { headers } = await get()
  expect(headers.get('cache-control')).toBe('private, no-transform')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('HEAD tells the same without the content', async () => {
  const [head, whole] = await Promise.all([get({}, 'HEAD'), get()])
  expect(head.status).toBe(200)
  expect(head.text).toBe('')
  for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges', 'content-disposition'])
    expect(head.headers.get(name), name).toBe(whole.headers.get(name))
})

test.each([
  ['bytes=0-9', 0, 9],
  ['bytes=100-', 100, undefined],
  ['bytes=-10', -10, undefined],
  ['bytes=0-0', 0, 0],
  ['bytes=5-999999999', 5, undefined],
])('%s is answered with exactly those bytes', async (range, start, end) => {
  const answer = await get({ range })
  const bytes = Buffer.from(content)
  const part = bytes.subarray(start, end === undefined ? undefined : end + 1)
  expect(answer.status).toBe(206)
  expect(answer.text).toBe(part.toString())
  expect(Number(answer.headers.get('content-length'))).toBe(part.length)
  const first = start < 0 ? bytes.length + start : start
  expect(answer.headers.get('content-range')).toBe(
    `bytes ${first}-${first + part.length - 1}/${bytes.length}`,
  )
})

test('a broken download resumes: its parts put together are the file', async () => {
  const first = await get({ range: 'bytes=0-499' })
  const rest = await get({ range: 'bytes=500-', 'if-range': first.headers.get('etag') ?? '' })
  expect([first.status, rest.status]).toEqual([206, 206])
  expect(first.text + rest.text).toBe(content)
})

test('a range of another file than the one begun starts over', async () => {
  const answer = await get({ range: 'bytes=500-', 'if-range': '"another"' })
  expect(answer.status).toBe(200)
  expect(answer.text).toBe(content)
})

test('a range past the end is 416 and says how long the file is', async () => {
  const answer = await get({ range: `bytes=${file.bytes}-` })
  expect(answer.status).toBe(416)
  expect(answer.headers.get('content-range')).toBe(`bytes */${file.bytes}`)
  expect(answer.body).toMatchObject({ code: 'range_not_satisfiable' })
})

test.each(['bytes=', 'bytes=a-b', 'lines=0-1', 'bytes=9-1', 'bytes=0-1,5-6', 'bytes=-', '0-9'])(
  'the range %j, which is none we serve, is the whole file or a refusal, never a wrong part',
  async (range) => {
    const answer = await get({ range })
    if (answer.status === 200) expect(answer.text).toBe(content)
    else expect(answer.status).toBe(416)
  },
)

test('a client that has the file already gets 304', async () => {
  const answer = await get({ 'if-none-match': `"x", "${file.sha256}"` })
  expect(answer.status).toBe(304)
  expect(answer.text).toBe('')
  expect((await get({ 'if-none-match': '"x"' })).status).toBe(200)
})

test('colleagues may fetch it again and again, free; a viewer may not', async () => {
  const path = `/api/downloads/${file.id}/file`
  for (const as of [fixture.people.admin, fixture.people.member, fixture.people.owner])
    expect((await fixture.call('GET', path, { as })).text).toBe(content)
  expect((await fixture.call('GET', path, { as: fixture.people.viewer })).status).toBe(403)
})

test('its owner was told that four fifths of the month’s leads are used', async () => {
  const { db } = fixture.deps
  const isNotice = and(
    eq(mailOutbox.to, fixture.people.owner.email),
    eq(mailOutbox.subject, 'You have used 80% of your leads'),
  )
  expect(file.newLeads).toBe(20)
  expect(await db.$count(mailOutbox, isNotice)).toBe(1)
})
