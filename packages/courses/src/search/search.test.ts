import { companyWith, openPlainCustomer } from '@freeor/billing/testing'
import { AppError } from '@freeor/kernel/errors'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lessonCaptions, lessons } from '../catalog/tables.ts'
import { type AddedCourse, addCourse } from '../catalog/testing.ts'
import { indexCourse } from './course-index.ts'
import { captionPassages, markdownPassages } from './passages.ts'
import { searchCourse } from './queries.ts'

let database: TestDatabase
let course: AddedCourse
let userId: string

const vtt = `WEBVTT

00:05.000 --> 00:08.000
A law that burdens everybody alike

00:08.000 --> 00:11.000
may still fall hardest on a few.

01:35.000 --> 01:40.000
Accommodation is a way out.`

beforeAll(async () => {
  database = await testDatabase()
  const author = await companyWith(database.db, { planID: 'freeor_free', now: new Date() }, openPlainCustomer)
  userId = author.userId
  course = await addCourse(database.db, {
    companyId: author.companyId,
    lessons: [
      { title: 'Conscience', transcript: '# Toleration\n\nA **ruler** who tolerates may stop.' },
      { title: 'Laws', captions: [{ kind: 'captions', language: 'en', label: 'English', vtt }] },
      { title: 'Secret draft', published: false, transcript: 'Accommodation, unpublished.' },
    ],
  })
})

afterAll(async () => await database.close())

const find = async (query: string, seesDrafts = false) =>
  await searchCourse(database.db, { userId, seesDrafts }, { courseId: course.id, query })

test('a search answers the lesson and the second at which it is said', async () => {
  expect(await find('accommodation')).toEqual([
    {
      lessonId: course.lessons[1]?.id,
      slug: '2',
      title: 'Laws',
      order: 2,
      second: 95,
      passage: 'Accommodation is a way out.',
    },
  ])
  expect(await find('hardest')).toMatchObject([{ second: 5 }])
})

test('the transcript is found without its Markdown, by the beginning of a word and past a slip', async () => {
  const passage = 'A ruler who tolerates may stop.'
  expect(await find('ruler tolera')).toMatchObject([{ second: null, order: 1, passage }])
  expect(await find('tolerrates')).toMatchObject([{ passage }])
  expect(await find('ruler accommodation')).toEqual([])
  expect(await find('  ')).toEqual([])
})

test('a draft is in no search, not even of somebody who sees drafts', async () => {
  for (const seesDrafts of [false, true]) {
    expect(await find('unpublished', seesDrafts)).toEqual([])
    expect(await find('secret', seesDrafts)).toEqual([])
  }
})

test('what is published, changed or captioned is found at once, what is withdrawn no more', async () => {
  const { db } = database
  const [first, , draft] = course.lessons.map(({ id }) => id)
  await db
    .update(lessons)
    .set({ published: true })
    .where(eq(lessons.id, draft ?? ''))
  expect(await find('unpublished')).toHaveLength(1)
  await db
    .update(lessons)
    .set({ published: false })
    .where(eq(lessons.id, draft ?? ''))
  expect(await find('unpublished')).toEqual([])
  await db
    .update(lessons)
    .set({ transcript: 'Nothing about rulers.', version: 2 })
    .where(eq(lessons.id, first ?? ''))
  expect(await find('tolerates')).toEqual([])
  const renewed = vtt.replace('a way out', 'a remedy')
  await db.update(lessonCaptions).set({ vtt: renewed })
  expect(await find('remedy')).toHaveLength(1)
})

test('a visitor is asked for an account, an unknown course is not found', async () => {
  const visitor = { userId: undefined, seesDrafts: false }
  const codeOf = async (courseId: string) =>
    await searchCourse(database.db, visitor, { courseId, query: 'law' }).catch((error: unknown) =>
      error instanceof AppError ? error.code : error,
    )
  expect(await codeOf(course.id)).toBe('unauthenticated')
  expect(await codeOf('crs_none')).toBe('not_found')
})

test('passages are sentences of captions and paragraphs of Markdown', () => {
  expect(captionPassages(vtt)).toEqual([
    { second: 5, text: 'A law that burdens everybody alike may still fall hardest on a few.' },
    { second: 95, text: 'Accommodation is a way out.' },
  ])
  expect(markdownPassages('## Head\n\n> A [link](https://example.org), `code`\n\n![Lamp](/a.svg)')).toEqual([
    { second: null, text: 'Head' },
    { second: null, text: 'A link, code' },
    { second: null, text: 'Lamp' },
  ])
})

test('accents do not matter, and one lesson does not push out the others', () => {
  const lesson = (slug: string, transcript: string) => ({
    ...{ lessonId: slug, slug, title: '', description: '', captions: [] },
    transcript,
  })
  const index = indexCourse([
    lesson('1', Array.from({ length: 50 }, () => 'Convicción firme').join('\n\n')),
    lesson('2', 'Convicción, dicho una vez en una frase mucho más larga que todas las demás'),
  ])
  const slugs = index.find('conviccion').map(({ slug }) => slug)
  expect(slugs.filter((slug) => slug === '1')).toHaveLength(6)
  expect(slugs).toContain('2')
})
