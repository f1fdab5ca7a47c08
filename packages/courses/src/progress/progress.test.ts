import { companyWith, openPlainCustomer } from '@freeor/billing/testing'
import { AppError } from '@freeor/kernel/errors'
import { fakeClock } from '@freeor/testing/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLesson } from '../catalog/find-lessons.ts'
import { type AddedCourse, addCourse } from '../catalog/testing.ts'
import { addNote, changeNote, deleteNote, type ProgressDeps, reportProgress } from './commands.ts'
import { listNotes } from './queries.ts'

const clock = fakeClock('2026-03-01T12:00:00Z')
let database: TestDatabase
let deps: ProgressDeps
let course: AddedCourse
let learners: string[]

beforeAll(async () => {
  database = await testDatabase()
  deps = { db: database.db, clock }
  const person = async () =>
    await companyWith(database.db, { planID: 'freeor_free', now: clock.now() }, openPlainCustomer)
  const [author, ...others] = [await person(), await person(), await person()]
  learners = others.map(({ userId }) => userId)
  course = await addCourse(database.db, {
    companyId: author.companyId,
    lessons: [{ durationSeconds: 100 }, { durationSeconds: null }, { published: false }],
  })
})

afterAll(async () => await database.close())

const lessonId = (at: number) => course.lessons[at]?.id ?? ''
const at = (lesson: number, learner = 0) => ({
  viewer: { userId: learners[learner] ?? '', seesDrafts: false },
  lessonId: lessonId(lesson),
})
const played = (from: number, to: number, rate = 1) => ({
  positionSeconds: to,
  played: [{ from, to, rate }],
})
const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

test('a learner’s position and what they watched are kept, and are theirs alone', async () => {
  await reportProgress(deps, at(0), { positionSeconds: 0, played: [] })
  clock.advance(10_000)
  expect(await reportProgress(deps, at(0), played(0, 10))).toEqual({
    positionSeconds: 10,
    ranges: [[0, 10]],
    watched: 0.1,
  })
  // To the end: the position is kept, and nothing is watched.
  expect(await reportProgress(deps, at(0), { positionSeconds: 99, played: [] })).toMatchObject({
    positionSeconds: 99,
    watched: 0.1,
  })
  const { db } = deps
  const { viewer } = at(0)
  expect((await getLesson(db, viewer, { lessonId: lessonId(0) })).state).toMatchObject({
    watched: 0.1,
    positionSeconds: 99,
  })
  const other = await getLesson(db, at(0, 1).viewer, { lessonId: lessonId(0) })
  expect(other.state).toMatchObject({ watched: null, positionSeconds: null })
})

test('a claim to have watched all at once counts for the head start alone', async () => {
  expect((await reportProgress(deps, at(0, 1), played(0, 100))).ranges).toEqual([[0, 2]])
  for (let tries = 0; tries < 20; tries += 1) await reportProgress(deps, at(0, 1), played(0, 100))
  expect((await reportProgress(deps, at(0, 1), played(0, 100))).ranges).toEqual([[0, 2]])
})

test('two devices that report at the same time spend the same time', async () => {
  await reportProgress(deps, at(1), { positionSeconds: 0, durationSeconds: 60, played: [] })
  clock.advance(8000)
  const told = [played(0, 10), played(20, 30), played(40, 50), played(50, 60)]
  await Promise.all(told.map(async (report) => await reportProgress(deps, at(1), report)))
  const { ranges } = await reportProgress(deps, at(1), { positionSeconds: 0, played: [] })
  // Eight seconds and the head start of two.
  expect(ranges.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(10)
})

test('the author’s length of the video counts, not the player’s', async () => {
  const report = { positionSeconds: 1, durationSeconds: 1, played: [] }
  expect((await reportProgress(deps, at(0), report)).watched).toBe(0.1)
  expect((await reportProgress(deps, at(1), { ...report, durationSeconds: 20 })).watched).toBe(0.5)
})

test('a draft and an unknown lesson are the same to whoever reports or takes notes', async () => {
  for (const one of [at(2), { ...at(0), lessonId: 'les_none' }]) {
    expect(await codeOf(reportProgress(deps, one, played(0, 1)))).toBe('not_found')
    expect(await codeOf(addNote(deps, one, { second: 1, text: 'x' }))).toBe('not_found')
    expect(await codeOf(listNotes(deps.db, one))).toBe('not_found')
  }
})

test('notes and bookmarks stand by their second, and nobody else reads, changes or deletes them', async () => {
  const late = await addNote(deps, at(0), { second: 95, text: ' Compare with lesson 2. ' })
  const bookmark = await addNote(deps, at(0), { second: 12.5, text: '' })
  const whole = await addNote(deps, at(0), { text: 'Worth a second look' })
  expect(late).toMatchObject({ second: 95, text: 'Compare with lesson 2.' })
  const own = async (learner = 0) => (await listNotes(deps.db, at(0, learner))).map(({ id }) => id)
  expect(await own()).toEqual([whole.id, bookmark.id, late.id])
  expect(await own(1)).toEqual([])
  const [userId = '', other = ''] = learners
  const theirs = { userId: other, lessonId: lessonId(0), noteId: late.id }
  expect(await codeOf(changeNote(deps, theirs, { text: 'Mine now' }))).toBe('not_found')
  expect(await codeOf(deleteNote(deps, theirs))).toBe('not_found')
  // The right learner, another lesson.
  expect(await codeOf(deleteNote(deps, { ...theirs, userId, lessonId: lessonId(1) }))).toBe('not_found')
  const note = { userId, lessonId: lessonId(0), noteId: late.id }
  expect((await changeNote(deps, note, { text: 'Better' })).text).toBe('Better')
  expect(await codeOf(changeNote(deps, { ...note, noteId: whole.id }, { text: ' ' }))).toBe('invalid_request')
  await deleteNote(deps, note)
  expect(await own()).toEqual([whole.id, bookmark.id])
  expect((await listNotes(deps.db, at(0)))[0]?.text).toBe('Worth a second look')
})
