import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openLimiter } from '@freeor/kernel/limiter'
import { openFolderStore } from '@freeor/storage/folder'
import { compileImage } from '@freeor/storage/pictures/compile-image'
import type { FileStore } from '@freeor/storage/ports'
import { openPackage } from '@freeor/storage/zip/open-package'
import { readZip } from '@freeor/storage/zip/read-zip'
import { readAll, writeZip, type ZipEntry } from '@freeor/storage/zip/write-zip'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageKey, imagePath } from '../authoring/images/commands.ts'
import { type AuthorsAccount, codeOf, openAuthoringFixture } from '../authoring/testing.ts'
import { courses, lessonCaptions, lessons, questions, questionVersions } from '../catalog/tables.ts'
import { addCourse } from '../catalog/testing.ts'
import { readEpub } from '../epub/queries.ts'
import { importCourse } from './commands.ts'
import { exportCoursePackage, getArchivedCourse } from './queries.ts'

const fixture = openAuthoringFixture()
let folder = ''
let files: FileStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeor-archive-'))
  files = openFolderStore(folder)
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

const images = openLimiter({ concurrency: 2, queue: 50 })
const deps = () => ({ ...fixture().deps, files, images })
type Who = keyof AuthorsAccount['people']

const picture = 'abcdefghijklmnop-library.png'
const photo = 'abcdefghijklmnop-reading-room.jpg'

/** A course with everything that a package has, in an account of its own. */
async function fullCourse() {
  const account = await fixture().addAccount('freeor_biz')
  const { db } = fixture().database
  const { companyId } = account
  const pixels = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  for (const [name, made] of [
    [picture, await pixels.clone().png().toBuffer()],
    [photo, await pixels.clone().jpeg().toBuffer()],
  ] as const)
    await files.write(imageKey(companyId, name), Readable.from([(await compileImage(made)).bytes]))
  const src = imagePath(companyId, picture)
  const made = await addCourse(db, {
    ...{ companyId, name: 'Conscience “now” & <then>' },
    lessons: [
      {
        title: 'First',
        slug: 'first',
        questions: [],
        transcript: `## Why\r\n\n![A library](${src})\n\n[ours](/about) ü \u2028`,
      },
      { title: 'Second', slug: 'second', questions: [], published: false },
    ],
  })
  const [first = '', second = ''] = made.lessons.map(({ id }) => id)
  const thumbs = { videoThumb: [imagePath(companyId, photo), '/pictures/own.svg'], durationSeconds: 95 }
  await db.update(lessons).set(thumbs).where(eq(lessons.id, first))
  const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<v Ann>Hello &amp; welcome\n'
  await db.insert(lessonCaptions).values({
    ...{
      id: `cap_${first.slice(4)}`,
      lessonId: first,
      kind: 'captions',
      language: 'en',
      label: 'English',
      vtt,
    },
  })
  const ask = async (at: number, question: string, options: string[], answer: number | null) => {
    const id = `que_${second.slice(4)}${at}`
    const now = new Date()
    await db.insert(questions).values({ id, lessonId: second, position: `a${at}`, createdAt: now })
    const made = options.map((text, n) => ({ id: `opt_${at}${n}`, text }))
    const answerOptionId = answer === null ? null : `opt_${at}${answer}`
    const version = { questionId: id, version: 1, question, options: made, answerOptionId, createdAt: now }
    await db.insert(questionVersions).values({ ...version, explanation: at === 2 ? 'Because <b>.' : null })
  }
  await ask(1, 'Without a key?', ['Yes', 'No'], null)
  await ask(2, `Which?\n\n![Here](${src})`, ['*This* & that', 'A', 'B'], 0)
  await ask(3, 'Ends in space? ', ['a ', ' b'], 1)
  await ask(4, 'Type your question here.', [], null)
  return { account, courseId: made.id }
}

const take = async (account: AuthorsAccount, courseId: string, who: Who = 'owner') => {
  const { entries } = await exportCoursePackage(deps(), { actor: account.people[who], courseId })
  return await readAll(writeZip(entries))
}
const bring = async (account: AuthorsAccount, bytes: Uint8Array, who: Who = 'owner') =>
  await importCourse(deps(), { actor: account.people[who], companyId: account.companyId }, async () => bytes)

const keysOf = async (companyId: string) => {
  const keys: string[] = []
  for await (const { key } of files.list(`lessons/${companyId}/`)) keys.push(key)
  return keys
}

test('a course goes out, into another account and out again as the same bytes, with keys, captions and pictures', async () => {
  const { account, courseId } = await fullCourse()
  const out = await take(account, courseId)
  const other = await fixture().addAccount('freeor_biz')
  const came = await bring(other, out)
  expect(came).toMatchObject({
    name: 'Conscience “now” & <then>',
    lessons: 2,
    questions: 4,
    pictures: 2,
    rewritten: [],
  })
  expect((await take(other, came.courseId)).equals(out)).toBe(true)
  const again = await bring(account, out)
  expect((await take(account, again.courseId)).equals(out)).toBe(true)
  const { db } = fixture().database
  const [before, after] = [
    await getArchivedCourse(db, courseId, { withDrafts: true }),
    await getArchivedCourse(db, came.courseId, { withDrafts: true }),
  ]
  const elsewhere = JSON.stringify(before).replaceAll(account.companyId, other.companyId)
  expect(after).toEqual(JSON.parse(elsewhere))
  const rows = await db.select().from(lessons).where(eq(lessons.companyId, other.companyId))
  expect(rows.every(({ published }) => !published)).toBe(true)
})

test('a package holds Markdown, WebVTT, Moodle XML, JSON and pictures, and no id of this installation', async () => {
  const { account, courseId } = await fullCourse()
  const { text, pictures } = await openPackage(await take(account, courseId))
  const head = JSON.parse(text('course.json') ?? '')
  const [first, second] = head.lessons as string[]
  expect(text(`${first}/transcript.md`)).toContain(`![A library](pictures/${picture})`)
  expect(text(`${first}/captions-en.vtt`)).toContain('<v Ann>Hello &amp; welcome')
  expect(text(`${second}/questions.xml`)).toContain('fraction="100"')
  expect([...pictures.keys()].toSorted()).toEqual([picture, photo])
  const all = ['course.json', ...(head.lessons as string[]).map((one) => `${one}/lesson.json`)]
    .map(text)
    .join()
  expect(all).not.toMatch(/(cmp|crs|les|que|opt|cap|usr)_/)
})

test('members who only see drafts get no questions, strangers find no course, and only managers bring one in', async () => {
  const { account, courseId } = await fullCourse()
  const { text } = await openPackage(await take(account, courseId, 'viewer'))
  const folders = (JSON.parse(text('course.json') ?? '') as { lessons: string[] }).lessons
  for (const folder of folders) {
    expect(text(`${folder}/questions.xml`)).toBeUndefined()
    expect(JSON.parse(text(`${folder}/lesson.json`) ?? '').otherQuestions).toEqual([])
  }
  expect(await codeOf(take(account, courseId, 'stranger'))).toBe('not_found')
  const bytes = await take(account, courseId, 'member')
  for (const who of ['member', 'viewer', 'stranger'] as const)
    expect(await codeOf(bring(account, bytes, who)), who).toBe('forbidden')
  expect(await codeOf(bring(account, bytes, 'admin'))).toBe('ok')
})

test('past the plan’s limits nothing comes in, and no picture stays behind', async () => {
  const { account, courseId } = await fullCourse()
  const bytes = await take(account, courseId)
  const small = await fixture().addAccount('freeor_free')
  expect(await codeOf(bring(small, bytes))).toBe('ok')
  const kept = await keysOf(small.companyId)
  expect(await codeOf(bring(small, bytes))).toBe('payment_required')
  expect(await keysOf(small.companyId)).toEqual(kept)
  const none = await fixture().addAccount()
  expect(await codeOf(bring(none, bytes))).toBe('payment_required')
  expect(await keysOf(none.companyId)).toEqual([])
})

test('a picture that holds more than pixels is written anew, and one that is there is never overwritten', async () => {
  const { account, courseId } = await fullCourse()
  const bytes = await take(account, courseId)
  const { entries } = await exportCoursePackage(deps(), { actor: account.people.owner, courseId })
  const hostile = Buffer.concat([
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
    Buffer.from('<script>alert(1)</script>'),
  ])
  const changed = entries.map(
    (entry): ZipEntry =>
      entry.name === `pictures/${picture}` ? { name: entry.name, bytes: hostile } : entry,
  )
  const before = await readAll(await files.read(imageKey(account.companyId, picture)))
  const came = await bring(account, await readAll(writeZip(changed)))
  expect(came.rewritten).toEqual([picture])
  expect((await readAll(await files.read(imageKey(account.companyId, picture)))).equals(before)).toBe(true)
  for (const key of await keysOf(account.companyId))
    expect((await readAll(await files.read(key))).includes('<script>'), key).toBe(false)
  expect((await take(account, courseId)).equals(bytes)).toBe(true)
})

/** A package with one of its files replaced. */
async function spoiled(name: RegExp, content: string | Buffer) {
  const { account, courseId } = await fullCourse()
  const { entries } = await exportCoursePackage(deps(), { actor: account.people.owner, courseId })
  expect(entries.some((entry) => name.test(entry.name))).toBe(true)
  const changed = entries.map(
    (entry): ZipEntry => (name.test(entry.name) ? { name: entry.name, bytes: Buffer.from(content) } : entry),
  )
  return await readAll(writeZip(changed))
}

test.each([
  [/^course\.json$/, '{"format":"freeor-site"}', /course\.json/],
  [/^course\.json$/, 'no json', /course\.json: It is no JSON/],
  [/first\/lesson\.json$/, '{}', /lesson\.json/],
  [/captions-en\.vtt$/, 'WEBVTT\n\nnonsense --> x\nHello\n', /captions-en\.vtt: Line 3/],
  [/questions\.xml$/, '<quiz><question type="multichoice"></question></quiz>', /questions\.xml: A question/],
  [/questions\.xml$/, '<!DOCTYPE a [<!ENTITY b "c">]><quiz>&b;</quiz>', /questions\.xml/],
  [/transcript\.md$/, Buffer.from([0xff, 0xfe, 0xfd]), /transcript\.md: It is no text in UTF-8/],
  [/library\.png$/, 'GIF89a no picture', /pictures\/.*library\.png/],
])(
  'a package whose %s is wrong is refused by the name of the file, and nothing is left behind',
  async (name, content, message) => {
    const account = await fixture().addAccount('freeor_biz')
    const bytes = await spoiled(name, content)
    await expect(bring(account, bytes)).rejects.toThrow(message)
    expect(await keysOf(account.companyId)).toEqual([])
    const { db } = fixture().database
    expect(await db.$count(courses, eq(courses.companyId, account.companyId))).toBe(0)
    expect(await db.$count(lessons, eq(lessons.companyId, account.companyId))).toBe(0)
  },
)

test('what is no package, a bomb and one of very many files are refused', async () => {
  const account = await fixture().addAccount('freeor_biz')
  const readme = await readAll(writeZip([{ name: 'readme.txt', bytes: Buffer.from('x') }]))
  const many = Buffer.from(readme)
  many.writeUInt16LE(60_000, many.length - 14)
  many.writeUInt16LE(60_000, many.length - 12)
  for (const [bytes, message] of [
    [Buffer.from('PK no'), /damaged/],
    [await readAll(writeZip([{ name: 'course.json', bytes: Buffer.alloc(9_000_000, ' ') }])), /larger/],
    [many, /60,000 files/],
    [readme, /no such file/],
  ] as const)
    await expect(bring(account, bytes)).rejects.toThrow(message)
  expect(await keysOf(account.companyId)).toEqual([])
})

test('the book of a course has the pictures of its lessons; WebP, which readers do not know, becomes PNG', async () => {
  const { account, courseId } = await fullCourse()
  const { companyId } = account
  const drawn = 'abcdefghijklmnop-drawn.webp'
  const webp = await sharp({ create: { width: 12, height: 8, channels: 3, background: 'maroon' } })
    .webp()
    .toBuffer()
  await files.write(imageKey(companyId, drawn), Readable.from([webp]))
  const { db } = fixture().database
  const transcript = `![A library](${imagePath(companyId, picture)}) ![Drawn](${imagePath(companyId, drawn)})
    ![Gone](${imagePath(companyId, 'abcdefghijklmnop-gone.png')})`
  await db.update(lessons).set({ transcript }).where(eq(lessons.title, 'First'))
  const viewer = { userId: account.people.owner.userId, seesDrafts: false }
  const { entries } = await readEpub(deps(), viewer, { courseId, siteUrl: 'https://courses.example' })
  const inBook = new Map(
    (await readZip(await readAll(writeZip(entries)), () => true)).map(({ name, bytes }) => [name, bytes]),
  )
  const formats = await Promise.all(
    [...inBook]
      .filter(([name]) => name.includes('pictures/'))
      .map(async ([name, bytes]) => [name.split('/').at(-1), (await sharp(bytes).metadata()).format]),
  )
  expect(Object.fromEntries(formats)).toEqual({ [`${drawn}.png`]: 'png', [picture]: 'png', [photo]: 'jpeg' })
  const page = [...inBook].map(([, bytes]) => Buffer.from(bytes ?? []).toString()).join()
  expect(page).toContain('alt="Drawn"')
})
