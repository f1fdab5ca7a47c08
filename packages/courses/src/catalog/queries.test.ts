import { companies } from '@freeor/accounts/tables'
import { companyWith, openPlainCustomer } from '@freeor/billing/testing'
import { AppError } from '@freeor/kernel/errors'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attemptAnswers, attemptQuestions, quizAttempts } from '../attempts/tables.ts'
import { lessonProgress } from '../progress/tables.ts'
import { findLessonAt, getLesson, listLessons, seesLesson } from './find-lessons.ts'
import { getCourse, listCourses } from './queries.ts'
import { courseLessons, lessons } from './tables.ts'
import { type AddedCourse, addCourse } from './testing.ts'
import type { Viewer } from './viewer.ts'

let database: TestDatabase
let author: { companyId: string; userId: string }
let learner: { userId: string }
let course: AddedCourse

const now = new Date('2026-03-01T12:00:00Z')
const visitor: Viewer = { userId: undefined, seesDrafts: false }
const student = (): Viewer => ({ userId: learner.userId, seesDrafts: false })
const superAdmin = (): Viewer => ({ userId: author.userId, seesDrafts: true })

beforeAll(async () => {
  database = await testDatabase()
  author = await companyWith(database.db, { planID: 'freeor_free', now }, openPlainCustomer)
  learner = await companyWith(database.db, { planID: 'freeor_free', now }, openPlainCustomer)
  course = await addCourse(database.db, {
    companyId: author.companyId,
    name: 'Conscience',
    lessons: [{ slug: 'one', isPreview: true }, { slug: 'draft', published: false }, { slug: 'three' }],
    now,
  })
})

afterAll(async () => await database.close())

const idOf = (slug: string) => course.lessons.find((one) => one.slug === slug)?.id ?? ''

const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : error),
  )

test('a learner sees published lessons numbered from 1, whoever sees drafts sees all', async () => {
  const seen = async (viewer: Viewer) =>
    (await listLessons(database.db, viewer, course.id)).map(({ data }) => [data.order, data.slug])
  expect(await seen(student())).toEqual([
    [1, 'one'],
    [2, 'three'],
  ])
  expect(await seen(superAdmin())).toEqual([
    [1, 'one'],
    [2, 'draft'],
    [3, 'three'],
  ])
})

test('a course and a lesson answer the fields of the specification', async () => {
  const { db } = database
  expect(await getCourse(db, student(), course.id)).toEqual({
    _docId: course.id,
    aid: author.userId,
    name: 'Conscience',
    description: '',
    themeColor: 'info',
    favorite: false,
    archived: false,
    _created: now.toISOString(),
    lastUpdated: now.toISOString(),
    data: { courseName: 'Conscience' },
    lessons: 2,
  })
  const lesson = await getLesson(db, student(), { lessonId: idOf('three') })
  expect(lesson).toMatchObject({ aid: author.userId, course: [course.id], themeColor: 'info', captions: [] })
  expect(lesson.data).toEqual({
    published: true,
    title: 'Lesson 3',
    slug: 'three',
    description: '',
    instructor: '',
    order: 2,
    videoThumb: [],
    quiz: { name: 'Add quiz name', questions: 2 },
    transcript: '',
    videoUrl: '',
    videoType: 'youtube',
  })
})

test('a draft is a missing lesson, by id and by address, and says nothing else to a visitor', async () => {
  const { db } = database
  const missing = await codeOf(getLesson(db, student(), { lessonId: 'les_none' }))
  expect(missing).toBe('not_found: There is no such lesson.')
  for (const viewer of [visitor, student()]) {
    expect(await codeOf(getLesson(db, viewer, { lessonId: idOf('draft') }))).toBe(missing)
    expect(await findLessonAt(db, viewer, { courseId: course.id, slug: 'draft' })).toBeUndefined()
    expect(await seesLesson(db, viewer, idOf('draft'))).toBe(false)
  }
  expect((await getLesson(db, superAdmin(), { lessonId: idOf('draft') })).data.published).toBe(false)
})

test('a visitor is asked for an account where there is a course or lesson, and reads the free preview', async () => {
  const { db } = database
  const asked = 'unauthenticated: Login or Create a Free account to view this Course'
  expect(await codeOf(getCourse(db, visitor, course.id))).toBe(asked)
  expect(await codeOf(listLessons(db, visitor, course.id))).toBe(asked)
  expect(await codeOf(getLesson(db, visitor, { lessonId: idOf('three') }))).toBe(asked)
  expect((await getLesson(db, visitor, { lessonId: idOf('one') })).state).toBeNull()
})

test('an archived course, one without a published lesson, and an unknown one are the same nothing', async () => {
  const { db } = database
  const { companyId } = author
  const archived = await addCourse(db, { companyId, archivedAt: now })
  const drafts = await addCourse(db, { companyId, lessons: [{ published: false }] })
  for (const viewer of [visitor, student()])
    for (const id of [archived.id, drafts.id, 'crs_none'])
      expect(await codeOf(getCourse(db, viewer, id))).toBe('not_found: There is no such course.')
  expect((await getCourse(db, superAdmin(), archived.id)).archived).toBe(true)
  const [lesson] = archived.lessons
  expect(await codeOf(getLesson(db, student(), { lessonId: lesson?.id ?? '' }))).toContain('not_found')
})

test('a list of courses holds one account, or all, and archived ones only when asked', async () => {
  const { db } = database
  const other = await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer)
  const theirs = await addCourse(db, { companyId: other.companyId, archivedAt: now })
  const ids = async (filter: Parameters<typeof listCourses>[1]) =>
    (await listCourses(db, filter)).map(({ _docId }) => _docId)
  expect(await ids({ companyId: author.companyId, archived: false })).toContain(course.id)
  expect(await ids({ archived: false })).not.toContain(theirs.id)
  expect(await ids({ archived: true })).toContain(theirs.id)
  expect(await ids({ companyId: other.companyId, archived: true })).toEqual([theirs.id])
})

test('an archived lesson is gone from its course and does not count', async () => {
  const { db } = database
  await db
    .update(lessons)
    .set({ archivedAt: now })
    .where(eq(lessons.id, idOf('three')))
  try {
    expect((await listLessons(db, superAdmin(), course.id)).map(({ data }) => data.slug)).toEqual([
      'one',
      'draft',
    ])
    expect((await getCourse(db, student(), course.id)).lessons).toBe(1)
  } finally {
    await db
      .update(lessons)
      .set({ archivedAt: null })
      .where(eq(lessons.id, idOf('three')))
  }
})

test('a lesson in two courses has one text, and a position and address in each', async () => {
  const { db } = database
  const second = await addCourse(db, { companyId: author.companyId, lessons: [{ slug: 'first' }] })
  const placed = { courseId: second.id, lessonId: idOf('three'), slug: 'borrowed', position: 'zz' }
  await db.insert(courseLessons).values(placed)
  const here = await getLesson(db, student(), { lessonId: idOf('three'), courseId: course.id })
  const there = await getLesson(db, student(), { lessonId: idOf('three'), courseId: second.id })
  expect([here.data.slug, here.data.order]).toEqual(['three', 2])
  expect([there.data.slug, there.data.order]).toEqual(['borrowed', 2])
  expect(here.course.toSorted()).toEqual([course.id, second.id].toSorted())
})

test('an attempt at a lesson of two courses counts in both', async () => {
  const { db } = database
  const { userId } = await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer)
  const [shared] = (await addCourse(db, { companyId: author.companyId, lessons: [{}] })).lessons
  const other = await addCourse(db, { companyId: author.companyId, lessons: [{}] })
  const lessonId = shared?.id ?? ''
  await db.insert(courseLessons).values({ courseId: other.id, lessonId, slug: 'shared', position: 'zz' })
  await db.insert(quizAttempts).values({
    ...{ id: 'att_shared', userId, lessonId, name: 'Quiz', score: 2, questionCount: 2 },
    ...{ gradedAt: now, createdAt: now, updatedAt: now },
  })
  const rows = await db.select().from(courseLessons).where(eq(courseLessons.lessonId, lessonId))
  expect(rows).toHaveLength(2)
  for (const { courseId } of rows) {
    const listed = await listLessons(db, { userId, seesDrafts: false }, courseId)
    const isDone = listed.filter(({ state }) => state?.graded?.score === 2).map(({ _docId }) => _docId)
    expect(isDone, courseId).toEqual([lessonId])
  }
})

test('a list tells what the learner has done of each lesson: watched, answered, the last grade and the best', async () => {
  const { db } = database
  const { userId } = await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer)
  const at = (minute: number) => new Date(now.getTime() + minute * 60_000)
  const lessonId = idOf('one')
  const [question] = course.lessons[0]?.questions ?? []
  if (!question) throw new Error('The lesson has questions')
  const times = { openedAt: now, updatedAt: at(1) }
  await db.insert(lessonProgress).values({
    ...{ userId, lessonId, positionSeconds: 40, durationSeconds: 100, ...times },
    watched: [
      [0, 10],
      [30, 45],
    ],
  })
  const attempt = async (id: string, fields: { gradedAt?: Date; score?: number; minute: number }) => {
    const made = { createdAt: at(fields.minute), updatedAt: at(fields.minute) }
    const { gradedAt = null, score = null } = fields
    await db
      .insert(quizAttempts)
      .values({ id, userId, lessonId, name: 'Quiz', gradedAt, score, questionCount: 1, ...made })
    await db
      .insert(attemptQuestions)
      .values({ attemptId: id, questionId: question.id, version: 1, position: 1 })
  }
  await attempt('att_best', { gradedAt: at(2), score: 1, minute: 2 })
  await attempt('att_last', { gradedAt: at(3), score: 0, minute: 3 })
  await attempt('att_open', { minute: 4 })
  await db.insert(attemptAnswers).values({
    ...{ attemptId: 'att_open', questionId: question.id, optionId: question.answerOptionId },
    ...{ revision: 1, device: 'one', number: 1, answeredAt: at(4) },
  })
  const [first, second] = await listLessons(db, { userId, seesDrafts: false }, course.id)
  expect(first?.state).toEqual({
    watched: 0.25,
    positionSeconds: 40,
    lastSeen: at(4).toISOString(),
    open: { attemptId: 'att_open', answered: 1, questions: 1 },
    graded: { attemptId: 'att_last', score: 0, questions: 1, gradedAt: at(3).toISOString(), best: 1 },
  })
  expect(second?.state).toEqual({
    ...{ watched: null, positionSeconds: null, lastSeen: null, open: null, graded: null },
  })
  const [other] = await listLessons(db, student(), course.id)
  expect(other?.state?.graded).toBeNull()
})

test('a course follows its account to another owner', async () => {
  const { db } = database
  const next = await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer)
  await db.update(companies).set({ ownerUserId: next.userId }).where(eq(companies.id, author.companyId))
  expect((await getCourse(db, student(), course.id)).aid).toBe(next.userId)
})
