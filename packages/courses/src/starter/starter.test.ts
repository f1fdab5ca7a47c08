import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { users } from '@freeor/accounts/tables'
import { companyWith, openPlainCustomer } from '@freeor/billing/testing'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCaptions } from '../captions/read-captions.ts'
import { listLessons } from '../catalog/find-lessons.ts'
import { getCourse } from '../catalog/queries.ts'
import { courses, lessonCaptions, lessons, questionVersions } from '../catalog/tables.ts'
import { seedStarterCourse } from './commands.ts'
import { lengthOf } from './slide-times.ts'
import { starterCourseId, starterLessons, starterPoster, starterVideo } from './starter-course.ts'

const now = new Date('2026-03-01T12:00:00Z')
let database: TestDatabase

beforeEach(async () => {
  database = await testDatabase()
})

afterEach(async () => await database.close())

async function addSuperAdmin(): Promise<{ userId: string; companyId: string }> {
  const made = await companyWith(database.db, { planID: 'freeor_free', now }, openPlainCustomer)
  await database.db.update(users).set({ role: 'super_admin' }).where(eq(users.id, made.userId))
  return made
}

test('the course is written once, into the account of the first super admin, as soon as there is one', async () => {
  const { db } = database
  const { userId } = await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer)
  expect(await seedStarterCourse(db, now)).toBe(false)
  const { companyId } = await addSuperAdmin()
  const started = await Promise.all([1, 2, 3].map(async () => await seedStarterCourse(db, now)))
  expect(started.filter(Boolean)).toHaveLength(1)
  const [course] = await db.select().from(courses)
  expect(course).toMatchObject({ id: starterCourseId, companyId, archivedAt: null })
  const student = { userId, seesDrafts: false }
  expect((await listLessons(db, student, starterCourseId)).map(({ data }) => data.slug)).toEqual([
    ...['1', '2', '3', '4', '5'],
  ])
})

test('what an operator changed or archived stays so', async () => {
  const { db } = database
  await addSuperAdmin()
  await seedStarterCourse(db, now)
  await db.update(courses).set({ name: 'Ours', archivedAt: now })
  await db.delete(lessons)
  expect(await seedStarterCourse(db, now)).toBe(false)
  expect((await db.select().from(courses)).map(({ name }) => name)).toEqual(['Ours'])
  expect(await db.$count(lessons)).toBe(0)
})

test('a lesson of each kind of embed is there as a draft without an address, seen by its authors alone', async () => {
  const { db } = database
  const learner = await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer)
  const { userId } = await addSuperAdmin()
  await seedStarterCourse(db, now)
  const drafts = await db.select().from(lessons).where(eq(lessons.published, false))
  expect(drafts.map(({ videoType, videoUrl }) => [videoType, videoUrl]).toSorted()).toEqual([
    ['loom', ''],
    ['vimeo', ''],
    ['youtube', ''],
  ])
  expect((await getCourse(db, { userId, seesDrafts: true }, starterCourseId)).lessons).toBe(8)
  const student = { userId: learner.userId, seesDrafts: false }
  expect((await getCourse(db, student, starterCourseId)).lessons).toBe(5)
})

test('each published lesson has captions and chapters without a mistake, to the end of its video', async () => {
  const { db } = database
  await addSuperAdmin()
  await seedStarterCourse(db, now)
  const rows = await db
    .select()
    .from(lessonCaptions)
    .innerJoin(lessons, eq(lessons.id, lessonCaptions.lessonId))
  expect(rows).toHaveLength(10)
  for (const { lesson_captions: file, lessons: lesson } of rows) {
    const { cues, mistakes } = readCaptions(file.vtt)
    expect(mistakes).toEqual([])
    expect(cues.length).toBeGreaterThan(5)
    expect(cues.at(-1)?.end ?? 0).toBeGreaterThan((lesson.durationSeconds ?? 0) - 3)
  }
  expect(await db.$count(questionVersions)).toBeGreaterThanOrEqual(30)
})

const words = (text: string) => text.split(/\s+/).length

test.each(starterLessons)(
  '$title: a transcript worth reading, and a fair quiz',
  ({ transcript, questions }) => {
    expect(words(transcript)).toBeGreaterThan(600)
    expect(questions.length).toBeGreaterThanOrEqual(6)
    for (const { question, options, answer, explanation } of questions) {
      expect(new Set(options).size, question).toBe(4)
      expect(explanation, question).not.toBe('')
      // Somebody who has read nothing would choose the longest.
      const longest = Math.max(...options.map(({ length }) => length))
      expect(options[answer]?.length, question).toBeLessThan(longest)
      expect(options.join(' ')).not.toMatch(/all of the above|none of the above/i)
    }
    const keys = questions.map(({ answer }) => answer)
    expect(new Set(keys).size).toBe(4)
    for (const [at, key] of keys.entries()) expect([key, key, key]).not.toEqual(keys.slice(at, at + 3))
  },
)

const folder = join(import.meta.dirname, '../../../../apps/courses-site/public')

test.each(starterLessons)(
  '$title: the video is drawn, small, and as long as its slides',
  ({ slug, slides }) => {
    expect(existsSync(join(folder, starterPoster(slug)))).toBe(true)
    expect(statSync(join(folder, starterVideo(slug))).size).toBeLessThan(400_000)
    expect(lengthOf(slides)).toBeGreaterThan(60)
  },
)
