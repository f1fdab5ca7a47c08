import type { UserActor } from '@freeor/kernel/actor'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openQuizFixture } from '../../attempts/testing.ts'
import { questions } from '../../catalog/tables.ts'
import type { CourseChange } from '../../events/ports.ts'
import { removeQuestion } from '../editing/commands.ts'
import { listQuestionsOf } from '../editing/queries.ts'
import { questionLimits } from '../limits.ts'
import { actorOf, addColleague } from '../testing.ts'
import { beginImport, bringIn } from './commands.ts'
import { type ImportFixture, textBytes, withFiles, zipOf } from './testing.ts'

let fixture: ImportFixture
let author: UserActor
let lessonId: string

beforeAll(async () => {
  fixture = await withFiles(await openQuizFixture())
  author = actorOf(fixture.author.userId)
  lessonId = fixture.lesson.id
})

afterAll(async () => await fixture.close())

const bank = '::A::One? {=a ~b}\n\nEssay {}\n\n// note\nTwo? {T}\n\nThree? {~x =y}\n'
const read = async (actor = author) =>
  await beginImport(fixture, actor, { lessonId, file: { name: 'bank.gift', bytes: textBytes(bank) } })
const asked = async () =>
  (await listQuestionsOf(fixture.db, { lessonId, from: 0, limit: 500 })).questions.map(
    ({ question }) => question,
  )

test('a file is read and accounted for, and nothing is in the lesson yet', async () => {
  const before = await asked()
  const account = await read()
  expect(account.counts).toEqual({ in: 2, changed: 1, refused: 1 })
  const { bytes, ...fates } = account.sum
  expect(bytes).toBe(textBytes(bank).length)
  expect(Object.values(fates).reduce((total, amount) => total + amount)).toBe(bytes)
  expect(account.files[0]?.spans.map(({ text }) => text).join('')).toBe(bank)
  expect(await asked()).toEqual(before)
})

test('the chosen questions come in behind the others, in one transaction: one wrong position brings in none', async () => {
  const { importId } = await read()
  const before = await asked()
  const wrong = bringIn(fixture, author, { importId, lessonId, chosen: [0, 7] })
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await asked()).toEqual(before)
  const { added, questionIds } = await bringIn(fixture, author, { importId, lessonId, chosen: [2, 0, 2] })
  expect([added, questionIds.length]).toEqual([2, 2])
  expect(await asked()).toEqual([...before, 'Three?', 'One?'])
  const brought = (await listQuestionsOf(fixture.db, { lessonId, from: before.length, limit: 1 }))
    .questions[0]
  expect(brought?.options.find(({ id }) => id === brought.answer)?.text).toBe('y')
})

test('what somebody else read, and a lesson of another account, do not exist', async () => {
  const { importId } = await read()
  const admin = await addColleague(fixture, 'admin')
  const stranger = actorOf((await fixture.addLearner()).userId)
  await expect(bringIn(fixture, admin, { importId, lessonId })).rejects.toMatchObject({ code: 'not_found' })
  await expect(bringIn(fixture, stranger, { importId, lessonId })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(read(stranger)).rejects.toMatchObject({ code: 'not_found' })
  await expect(read(await addColleague(fixture, 'viewer'))).rejects.toMatchObject({ code: 'forbidden' })
  fixture.clock.advance(25 * 3_600_000)
  await read()
  await expect(bringIn(fixture, author, { importId, lessonId })).rejects.toMatchObject({ code: 'not_found' })
})

const picture = async (color: string) =>
  await sharp({ create: { width: 40, height: 20, channels: 3, background: color } })
    .withExif({ IFD0: { Copyright: 'SecretPerson' } })
    .jpeg()
    .toBuffer()

const item = (
  html: string,
) => `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i">
<responseDeclaration identifier="R" cardinality="single"><correctResponse><value>a</value></correctResponse></responseDeclaration>
<itemBody>${html}<choiceInteraction responseIdentifier="R" maxChoices="1">
<simpleChoice identifier="a">x</simpleChoice><simpleChoice identifier="b">y</simpleChoice></choiceInteraction></itemBody></assessmentItem>`

const readZip = async (files: Readonly<Record<string, string | Buffer>>) =>
  await beginImport(fixture, author, { lessonId, file: { name: 'package.zip', bytes: await zipOf(files) } })

const addressIn = (text = '') => /\]\((\/api\/lesson-images\/[^)]+)\)/.exec(text)?.[1] ?? ''
const keyOf = (address: string) => address.replace('/api/lesson-images/', 'lessons/')

test('a picture of a package comes in with its question, cleaned as an upload is, and is accounted for', async () => {
  const account = await readZip({
    'items/q.xml': item('<p>Which court? <img src="../media/court%20front.jpg" alt="A court [old]"/></p>'),
    'media/court front.jpg': await picture('red'),
    'media/unused.jpg': await picture('blue'),
  })
  const [question] = account.questions
  expect(question?.question).toMatch(
    /^Which court\? !\[A court \\\[old\\\]\]\(\/api\/lesson-images\/cmp_\w+\/[a-z2-7]{16}-court-front\.jpg\)$/,
  )
  const notes = new Map(account.files.map(({ name, spans }) => [name, spans.flatMap((span) => span.notes)]))
  expect(notes.get('media/court front.jpg')).toEqual([expect.stringContaining('Its pictures come in')])
  expect(notes.get('media/unused.jpg')).toEqual(['A picture that no question shows'])
  expect(account.counts).toEqual({ in: 0, changed: 1, refused: 0 })
  const { bytes, ...fates } = account.sum
  expect(Object.values(fates).reduce((total, amount) => total + amount)).toBe(bytes)
  const stored = await fixture.read(keyOf(addressIn(question?.question)))
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 20 })
  expect(stored.includes('SecretPerson')).toBe(false)
})

test('a picture that is none costs its question nothing else: its words stay, and the account says why', async () => {
  const account = await readZip({
    'q.xml': item('<p>Which? <img src="court.png" alt="A court"/></p>'),
    'court.png': '<html><script>alert(1)</script>',
  })
  expect(account.questions[0]?.question).toBe('Which? A court')
  const notes = account.files.flatMap(({ spans }) => spans.flatMap((span) => span.notes))
  expect(notes).toEqual([
    expect.stringContaining('A picture was left out: court.png. Please choose a JPEG'),
    expect.stringContaining('A picture was left out: court.png. Please choose a JPEG'),
  ])
  expect(account.counts).toEqual({ in: 0, changed: 1, refused: 1 })
})

test('Moodle’s own pictures come in, and those of other sites are links that are never asked for', async () => {
  const base64 = (await picture('green')).toString('base64')
  const bank = `<quiz><question type="multichoice"><questiontext format="html"><text><![CDATA[<p>Whose?
<img src="@@PLUGINFILE@@/a%20face.jpg" alt="A face"> <img src="https://example.org/x.png" alt="Far"></p>]]></text>
<file name="a face.jpg" path="/" encoding="base64">${base64}</file></questiontext>
<answer fraction="100"><text>x</text></answer><answer fraction="0"><text>y</text></answer></question></quiz>`
  const file = { name: 'bank.xml', bytes: textBytes(bank) }
  const account = await beginImport(fixture, author, { lessonId, file })
  expect(account.questions[0]?.question).toMatch(
    /^Whose\?\s!\[A face\]\(\/api\/lesson-images\/\S+-a-face\.jpg\) \[Far\]\(<https:\/\/example\.org\/x\.png>\)$/,
  )
  const notes = account.files.flatMap(({ spans }) => spans.flatMap((span) => span.notes))
  expect(notes).toContain('A picture of another site became a link to it')
})

test('pictures that nobody brought in go with the import after a day; those of a lesson stay', async () => {
  const account = await readZip({
    'a.xml': item('<p>A? <img src="a.jpg" alt="a"/></p>'),
    'b.xml': item('<p>B? <img src="b.jpg" alt="b"/></p>'),
    'a.jpg': await picture('yellow'),
    'b.jpg': await picture('pink'),
  })
  const addresses = account.questions.map(({ question }) => addressIn(question))
  await bringIn(fixture, author, { importId: account.importId, lessonId, chosen: [1] })
  fixture.clock.advance(25 * 3_600_000)
  await read()
  const there = await Promise.all(addresses.map(async (one) => await fixture.has(keyOf(one))))
  expect(there).toEqual([false, true])
})

test('a lesson that is full takes no more, and removed questions do not count', async () => {
  const full = await fixture.addLesson([{ question: 'The only one?' }])
  const [stored] = full.questions
  await fixture.db.insert(questions).values(
    Array.from({ length: questionLimits.inLesson - 1 }, (_, at) => ({
      ...{ id: `que_full${at}`, lessonId: full.id, position: `a1${String(at).padStart(5, '0')}V` },
      ...{ createdAt: fixture.clock.now(), removedAt: at === 0 ? fixture.clock.now() : null },
    })),
  )
  const { importId } = await read()
  const into = async (chosen: number[]) =>
    await bringIn(fixture, author, { importId, lessonId: full.id, chosen })
  await expect(into([0, 1])).rejects.toMatchObject({ code: 'conflict' })
  expect((await into([0])).added).toBe(1)
  await expect(into([1])).rejects.toMatchObject({ code: 'conflict' })
  await removeQuestion(fixture, author, stored?.id ?? '')
  expect((await into([1])).added).toBe(1)
  await fixture.db.delete(questions).where(eq(questions.lessonId, full.id))
})

test('the other windows of the account are told of what came in', async () => {
  const { importId } = await read()
  const told: CourseChange[] = []
  const deps = {
    ...fixture,
    notices: { notifyCourses: (changes: readonly CourseChange[]) => void told.push(...changes) },
  }
  await bringIn(deps, author, { importId, lessonId, chosen: [] })
  expect(told).toMatchObject([{ isShown: false }])
  await bringIn(deps, author, { importId, lessonId, chosen: [0] })
  expect(told[1]).toMatchObject({ companyId: fixture.companyId, isShown: true })
})
