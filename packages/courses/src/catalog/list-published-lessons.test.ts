import { companyWith, openPlainCustomer } from '@freeor/billing/testing'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNewLessons, listPublishedLessons } from './list-published-lessons.ts'
import { courseLessons, lessons } from './tables.ts'
import { addCourse } from './testing.ts'

let database: TestDatabase
let companyId: string

const now = new Date('2026-03-01T12:00:00Z')
const day = (n: number) => new Date(`2026-03-0${n}T12:00:00Z`)

beforeAll(async () => {
  database = await testDatabase()
  companyId = (await companyWith(database.db, { planID: 'freeor_free', now }, openPlainCustomer)).companyId
  const { db } = database
  const course = await addCourse(db, {
    ...{ companyId, id: 'crs_conscience', name: 'Conscience', now },
    lessons: [
      {
        title: 'First',
        description: 'Of it',
        publishedAt: day(2),
        transcript: 'SECRET',
        videoUrl: '/SECRET',
      },
      { title: 'Draft', published: false },
      { title: 'Third', publishedAt: day(4) },
      { title: 'Archived', archivedAt: now },
    ],
  })
  await addCourse(db, { companyId, archivedAt: now, lessons: [{ title: 'Of an archived course' }] })
  const other = await addCourse(db, { companyId, now: day(3), lessons: [{ title: 'Of another course' }] })
  // The first lesson stands in the other course too.
  const again = { courseId: other.id, lessonId: course.lessons[0]?.id ?? '', slug: 'again', position: 'z' }
  await db.insert(courseLessons).values(again)
  await db.update(lessons).set({ publishedAt: null }).where(eq(lessons.title, 'Of another course'))
})
afterAll(async () => await database.close())

const titles = (of: readonly { title: string }[]) => of.map(({ title }) => title)

test('visitors are told of published lessons of courses that are not archived, in the order of the course', async () => {
  expect(titles(await listPublishedLessons(database.db, 'crs_conscience'))).toEqual(['First', 'Third'])
  expect(await listPublishedLessons(database.db, 'crs_none')).toEqual([])
})

test('new lessons come newest first, and one that stands in two courses comes once', async () => {
  const newest = await listNewLessons(database.db)
  expect(titles(newest)).toEqual(['Third', 'Of another course', 'First'])
  expect(newest[2]).toEqual({
    lessonId: expect.stringMatching(/^les_/),
    courseId: 'crs_conscience',
    courseName: 'Conscience',
    slug: '1',
    title: 'First',
    description: 'Of it',
    durationSeconds: null,
    publishedAt: day(2).toISOString(),
  })
})

test('nothing of a transcript or of a video is among it', async () => {
  const told = JSON.stringify([
    await listNewLessons(database.db),
    await listPublishedLessons(database.db, 'crs_conscience'),
  ])
  expect(told).not.toContain('SECRET')
})
