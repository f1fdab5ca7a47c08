import { companyWith, openPlainCustomer } from '@freeor/billing/testing'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quizAttempts } from '../attempts/tables.ts'
import { lessonProgress } from '../progress/tables.ts'
import { findContinuation } from './find-continuation.ts'
import { lessons } from './tables.ts'
import { type AddedCourse, addCourse } from './testing.ts'

let database: TestDatabase
let course: AddedCourse
let other: AddedCourse
let viewer: { userId: string; seesDrafts: boolean }

const now = new Date('2026-03-01T12:00:00Z')
const at = (minute: number) => new Date(now.getTime() + minute * 60_000)

beforeAll(async () => {
  database = await testDatabase()
  const person = async () => await companyWith(database.db, { planID: 'freeor_free', now }, openPlainCustomer)
  const { companyId } = await person()
  const { userId } = await person()
  viewer = { userId, seesDrafts: false }
  course = await addCourse(database.db, { companyId, name: 'First', now })
  other = await addCourse(database.db, { companyId, name: 'Second', lessons: [{}], now })
})
afterAll(async () => await database.close())

const watch = async (lessonId: string, minute: number) =>
  await database.db
    .insert(lessonProgress)
    .values({ ...viewer, lessonId, positionSeconds: 1, openedAt: at(minute), updatedAt: at(minute) })

const grade = async (lessonId: string, minute: number) =>
  await database.db.insert(quizAttempts).values({
    ...{ id: `att_${lessonId}`, userId: viewer.userId, lessonId, name: 'Quiz', score: 1, questionCount: 1 },
    ...{ gradedAt: at(minute), createdAt: at(minute), updatedAt: at(minute) },
  })

const where = async () => {
  const found = await findContinuation(database.db, viewer)
  return found && [found.courseName, found.lesson.data.title, found.done, found.all]
}

test('a learner goes on where they left, then with the next lesson, and nowhere after the last', async () => {
  const [first = '', second = ''] = course.lessons.map(({ id }) => id)
  expect(await where()).toBeNull()
  await watch(first, 1)
  expect(await where()).toEqual(['First', 'Lesson 1', 0, 2])
  await grade(first, 2)
  expect(await where()).toEqual(['First', 'Lesson 2', 1, 2])
  await grade(second, 3)
  expect(await where()).toBeNull()
})

test('drafts are not counted for who sees them, and lead nowhere', async () => {
  const [first = '', second = ''] = course.lessons.map(({ id }) => id)
  const draft = eq(lessons.id, second)
  await database.db.update(lessons).set({ published: false }).where(draft)
  const author = { ...viewer, seesDrafts: true }
  expect(await findContinuation(database.db, author)).toBeNull()
  await database.db.delete(quizAttempts).where(eq(quizAttempts.lessonId, first))
  expect(await findContinuation(database.db, author)).toMatchObject({
    ...{ done: 0, all: 1, lesson: { data: { title: 'Lesson 1' } } },
  })
  await grade(first, 4)
  await database.db.update(lessons).set({ published: true }).where(draft)
})

test('the course that was seen last counts, and a lesson that was withdrawn is passed over', async () => {
  const lessonId = other.lessons[0]?.id ?? ''
  await watch(lessonId, 9)
  expect(await where()).toEqual(['Second', 'Lesson 1', 0, 1])
  await database.db.update(lessons).set({ published: false }).where(eq(lessons.id, lessonId))
  expect(await where()).toBeNull()
})
