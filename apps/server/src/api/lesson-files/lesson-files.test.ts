import { lessons } from '@freeor/courses/catalog/tables'
import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import type { Person } from '../../testing/people.ts'
import { tus } from '../../testing/uploads.ts'
import { forgetOldUploads, lessonUploads } from './upload-server.ts'

let fixture: LearnersFixture
let course: AddedCourse
let draftId: string

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { companyId } = fixture.people.owner
  course = await addCourse(fixture.deps.db, { companyId, lessons: [{}, { published: false }] })
  draftId = course.lessons[1]?.id ?? ''
})
afterAll(async () => await fixture.close())

const pdf = new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 'x')]))
const octets = { ...tus, 'content-type': 'application/offset+octet-stream' }

const begin = async (as: Person, { name, size }: { name: string; size: number }, lessonId = draftId) =>
  await fixture.call('POST', `/api/lesson-uploads?lessonId=${lessonId}` as '/api/lesson-uploads', {
    as,
    headers: {
      ...tus,
      'upload-length': String(size),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  })

const idIn = (location: string | null) => location?.split('/').at(-1)?.replace(/\?.*/, '') ?? ''

const send = async (as: Person, id: string, piece: Uint8Array<ArrayBuffer>, offset: number) =>
  await fixture.call('PATCH', `/api/lesson-uploads/${id}`, {
    ...{ as, rawBody: piece, headers: { ...octets, 'upload-offset': String(offset) } },
  })

const take = async (as: Person, uploadId: string, lessonId = draftId) =>
  await fixture.call('POST', `/api/lessons/${lessonId}/files`, { as, body: { uploadId } })

/** Uploads a whole file and takes it. */
async function upload(name: string, bytes: Uint8Array<ArrayBuffer>, as = fixture.people.owner) {
  const begun = await begin(as, { name, size: bytes.byteLength })
  expect(begun.status, begun.text).toBe(201)
  const id = idIn(begun.headers.get('location'))
  expect((await send(as, id, bytes, 0)).status).toBe(204)
  return await take(as, id)
}

const text = (content: string) => new TextEncoder().encode(content)
const link = async (lessonId: string, src: string) =>
  await fixture.deps.db
    .update(lessons)
    .set({ transcript: `[The reader](${src})` })
    .where(eq(lessons.id, lessonId))
const statusOf = async (src: string, as?: Person) => (await fixture.call('GET', src, { as })).status

test('an upload that was cut off goes on where it stopped, and is whole', async () => {
  const { owner } = fixture.people
  const begun = await begin(owner, { name: 'Der Leser.pdf', size: pdf.byteLength })
  const id = idIn(begun.headers.get('location'))
  expect((await send(owner, id, pdf.slice(0, 2_000), 0)).status).toBe(204)
  expect((await take(owner, id)).status).toBe(409)
  const seen = await fixture.call('HEAD', `/api/lesson-uploads/${id}`, { as: owner, headers: tus })
  expect(seen.headers.get('upload-offset')).toBe('2000')
  expect((await send(owner, id, pdf.slice(1_000), 1_000)).status).toBe(409)
  expect((await send(owner, id, pdf.slice(2_000), 2_000)).status).toBe(204)
  const taken = await take(owner, id)
  expect(taken.body).toMatchObject({ kind: 'file', name: 'Der Leser.pdf', bytes: pdf.byteLength })
  const { src } = taken.body as { src: string }
  expect(src).toMatch(/^\/api\/lesson-files\/cmp_\w+\/[a-z2-7]{16}-der-leser\.pdf$/)
  const file = await fixture.call('GET', src, { as: owner })
  expect(file.text).toBe(new TextDecoder().decode(pdf))
  // Taken once: the upload is gone.
  expect((await take(owner, id)).status).toBe(404)
  const part = await fixture.call('GET', src, { as: owner, headers: { range: 'bytes=0-4' } })
  expect([part.status, part.text]).toEqual([206, '%PDF-'])
})

test('a file is for whoever may read a lesson that links it, and missing for everybody else', async () => {
  const { owner, viewer, stranger } = fixture.people
  const { src } = (await upload('reader.txt', text('Conscience'))).body as { src: string }
  const lessonId = course.lessons[0]?.id ?? ''
  const missing = src.replace(/[a-z2-7]{16}-/, 'aaaaaaaaaaaaaaaa-')
  expect(await Promise.all([owner, viewer].map((as) => statusOf(src, as)))).toEqual([200, 200])
  expect([await statusOf(src, stranger), await statusOf(src)]).toEqual([404, 404])
  await link(draftId, src)
  const [foreign, none] = [
    await fixture.call('GET', src, { as: stranger }),
    await fixture.call('GET', missing, { as: stranger }),
  ]
  const withoutId = ({ text }: { text: string }) => text.replace(/"requestId":"[^"]*"/, '')
  expect([foreign.status, withoutId(foreign)]).toEqual([404, withoutId(none)])
  await link(lessonId, src)
  expect([await statusOf(src, stranger), await statusOf(src)]).toEqual([200, 401])
  await fixture.deps.db.update(lessons).set({ transcript: '' }).where(eq(lessons.id, lessonId))
  expect(await statusOf(src, stranger)).toBe(404)
  // A lesson of another account that names the file gives nobody a right to it.
  const theirs = await addCourse(fixture.deps.db, { companyId: stranger.companyId, lessons: [{}] })
  await link(theirs.lessons[0]?.id ?? '', src)
  expect(await statusOf(src, stranger)).toBe(404)
})

test('a file is saved and never shown: no page, no script, whatever is in it', async () => {
  const { src } = (await upload('notes.txt', text('<script>alert(1)</script>'))).body as { src: string }
  const { headers } = await fixture.call('GET', src, { as: fixture.people.owner })
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="notes\.txt"/)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain('sandbox')
})

test.each([
  ['page.html', '<script>alert(1)</script>'],
  ['../../etc/passwd', 'root'],
  ['report.pdf', '<html>'],
  ['setup.exe', 'MZ'],
  ['empty.txt', ''],
  ['', 'text'],
])('%j is refused, and nothing is left behind', async (name, content) => {
  const stored = async () => {
    const keys: string[] = []
    for await (const { key } of fixture.deps.files.list('downloads/')) keys.push(key)
    return keys
  }
  const before = await stored()
  const bytes = text(content)
  const begun = await begin(fixture.people.owner, { name, size: bytes.byteLength })
  const id = idIn(begun.headers.get('location'))
  if (content !== '') await send(fixture.people.owner, id, bytes, 0)
  expect((await take(fixture.people.owner, id)).status).toBe(422)
  expect(await stored()).toEqual(before)
  expect(await lessonUploads(fixture.deps).list('up_')).toEqual(new Map())
})

test('a hostile name becomes a clean one', async () => {
  const { body } = await upload('..\\<img src=x onerror=alert(1)>\u202etxt.pdf', pdf)
  expect(body).toMatchObject({ src: expect.stringMatching(/-img-src-x-onerror-alert-1-txt\.pdf$/) })
  expect((body as { name: string }).name).not.toContain('\u202e')
})

test('a picture is written anew whatever it is called', async () => {
  const plain = sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
  const bytes = await plain
    .withExif({ IFD0: { Copyright: 'SecretPerson' } })
    .jpeg()
    .toBuffer()
  const { body } = await upload('document.pdf', new Uint8Array(bytes))
  expect(body).toMatchObject({ kind: 'picture', width: 30, height: 20 })
  const stored = await fixture.call('GET', (body as { src: string }).src)
  expect([stored.status, stored.text.includes('SecretPerson')]).toEqual([200, false])
})

test('nobody continues, reads, takes or removes somebody else’s upload, a colleague’s neither', async () => {
  const { owner, admin, viewer, stranger } = fixture.people
  const id = idIn((await begin(owner, { name: 'a.txt', size: 4 })).headers.get('location'))
  for (const as of [admin, stranger]) {
    expect((await send(as, id, text('evil'), 0)).status).toBe(404)
    for (const method of ['HEAD', 'DELETE'])
      expect((await fixture.call(method, `/api/lesson-uploads/${id}`, { as, headers: tus })).status).toBe(404)
    expect((await take(as, id)).status).toBe(404)
  }
  expect((await begin(stranger, { name: 'a.txt', size: 4 })).status).toBe(404)
  expect((await begin(viewer, { name: 'a.txt', size: 4 })).status).toBe(403)
  expect(
    (await fixture.call('DELETE', `/api/lesson-uploads/${id}`, { as: owner, headers: tus })).status,
  ).toBe(204)
})

test('a user has ten unfinished uploads at most, none too large, and they are forgotten after a day', async () => {
  const { member } = fixture.people
  const codes: number[] = []
  for (let n = 0; n < 11; n += 1) codes.push((await begin(member, { name: `${n}.txt`, size: 9 })).status)
  expect(codes).toEqual([...Array(10).fill(201), 409])
  expect((await begin(fixture.people.admin, { name: 'a.zip', size: 300 * 1024 ** 2 })).status).toBe(413)
  const later = { now: () => new Date(Date.now() + 25 * 3_600_000) }
  await forgetOldUploads({ files: fixture.deps.files, clock: later })
  expect(await lessonUploads(fixture.deps).list('up_')).toEqual(new Map())
  expect((await begin(member, { name: 'a.txt', size: 9 })).status).toBe(201)
})
