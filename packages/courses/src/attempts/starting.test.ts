import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courseLessons, courses, lessons, questions, questionVersions } from '../catalog/tables.ts'
import { type Learner, markAttempt, retakeAttempt, startAttempt } from './commands.ts'
import { gradeAttempt } from './grade-attempt.ts'
import { type AttemptFilter, getAttempt, listAttempts } from './queries.ts'
import type { QuizAttempt } from './schema.ts'
import { quizAttempts } from './tables.ts'
import { correctOptions, openQuizFixture, type QuizFixture, quizRun, refusal } from './testing.ts'

let fixture: QuizFixture
let other: Learner
const run = quizRun(() => fixture)
const { begin, answer, answerAll, grade, read } = run

beforeAll(async () => {
  fixture = await openQuizFixture()
  other = await fixture.addLearner()
})

afterAll(async () => await fixture.close())

describe('starting', () => {
  test('begins with every question of the lesson in its order, none of them answered', async () => {
    await begin()
    expect(run.attempt.questions.map(({ questionId }) => questionId)).toEqual(
      fixture.lesson.questions.map(({ id }) => id),
    )
    expect(run.attempt).toMatchObject({
      ...{ name: 'A quiz', lessonId: fixture.lesson.id, aid: fixture.author.userId, uid: run.learner.userId },
      ...{ createdBy: run.learner.userId, graded: false, score: null, percent: 0, questionCount: 3 },
    })
    expect(run.attempt.questions.map(({ selectedAnswer, revision }) => [selectedAnswer, revision])).toEqual(
      correctOptions.map(() => [null, 0]),
    )
  })

  test('opens the same attempt again while it is not graded, with its answers', async () => {
    await begin()
    await answer({ question: 0, option: 1, number: 1 })
    const again = await startAttempt(fixture, run.learner, fixture.lesson.id)
    expect(again).toMatchObject({ id: run.attempt.id, answered: 1, percent: 33 })
  })

  test('gives one attempt when asked twenty times at once', async () => {
    const eager = await fixture.addLearner()
    const started = await Promise.all(
      Array.from({ length: 20 }, () => startAttempt(fixture, eager, fixture.lesson.id)),
    )
    expect(new Set(started.map(({ id }) => id)).size).toBe(1)
    expect(started.every(({ questions: asked }) => asked.length === 3)).toBe(true)
    expect(await fixture.db.$count(quizAttempts, eq(quizAttempts.userId, eager.userId))).toBe(1)
  })

  test('is refused for a lesson that is missing, a draft, archived, or only in an archived course', async () => {
    const [draft, archived, unlisted] = [
      await fixture.addLesson(),
      await fixture.addLesson(),
      await fixture.addLesson(),
    ]
    const { db, clock } = fixture
    await db.update(lessons).set({ published: false }).where(eq(lessons.id, draft.id))
    await db.update(lessons).set({ archivedAt: clock.now() }).where(eq(lessons.id, archived.id))
    await db
      .update(courses)
      .set({ archivedAt: clock.now() })
      .where(sql`${courses.id} IN (SELECT course_id FROM course_lessons WHERE lesson_id = ${unlisted.id})`)
    for (const id of [draft.id, archived.id, unlisted.id, 'les_missing'])
      await expect(startAttempt(fixture, other, id), id).rejects.toEqual(refusal('not_found'))
  })

  test('keeps the versions it began with; a later attempt gets the new one', async () => {
    const lesson = await fixture.addLesson([{ question: 'Old?' }])
    run.learner = await fixture.addLearner()
    const old = await startAttempt(fixture, run.learner, lesson.id)
    const [first] = lesson.questions
    if (!first) throw new Error('The lesson has a question')
    const isIt = eq(questionVersions.questionId, first.id)
    const [version] = await fixture.db.select().from(questionVersions).where(isIt)
    if (!version) throw new Error('The question has a version')
    await fixture.db.insert(questionVersions).values({ ...version, version: 2, question: 'New?' })
    await fixture.db.update(questions).set({ currentVersion: 2 }).where(eq(questions.id, first.id))
    const textOf = ({ questions: [asked] }: QuizAttempt) => [asked?.question, asked?.version]
    expect(textOf(await startAttempt(fixture, run.learner, lesson.id))).toEqual(['Old?', 1])
    await gradeAttempt(fixture, run.learner.userId, { attemptId: old.id, device: 'phone', number: 0 })
    expect(textOf(await startAttempt(fixture, run.learner, lesson.id))).toEqual(['New?', 2])
  })

  test('leaves out questions that were removed or have no key; without questions nothing is graded', async () => {
    const lesson = await fixture.addLesson([{}, {}])
    const [removed, keyless] = lesson.questions
    const { db, clock } = fixture
    await db
      .update(questions)
      .set({ removedAt: clock.now() })
      .where(eq(questions.id, removed?.id ?? ''))
    const isKeyless = eq(questionVersions.questionId, keyless?.id ?? '')
    await db.update(questionVersions).set({ answerOptionId: null }).where(isKeyless)
    const empty = await startAttempt(fixture, other, lesson.id)
    expect(empty.questions).toEqual([])
    const grading = { attemptId: empty.id, device: 'phone', number: 0 }
    await expect(gradeAttempt(fixture, other.userId, grading)).rejects.toEqual(
      refusal('conflict', { empty: true }),
    )
    // The author adds what was missing: the empty attempt gets it.
    await db
      .update(questionVersions)
      .set({ answerOptionId: keyless?.options[0]?.id ?? '' })
      .where(isKeyless)
    expect(await startAttempt(fixture, other, lesson.id)).toMatchObject({ id: empty.id, questionCount: 1 })
  })
})

describe('retaking', () => {
  test('begins a new attempt without choices; the graded one stays, and last and best are told', async () => {
    await begin()
    await answerAll()
    const first = await grade(3)
    fixture.clock.advance(60_000)
    const again = await retakeAttempt(fixture, run.learner, first.id)
    expect(again.questions.every(({ selectedAnswer }) => selectedAnswer === null)).toBe(true)
    expect(again).toMatchObject({ graded: false, last: { attemptId: first.id, score: 3 } })
    run.attempt = again
    await answer({ question: 0, option: 0, number: 1 })
    fixture.clock.advance(60_000)
    await grade(1)
    const cards = await listAttempts(fixture.db, run.learner.userId, { limit: 10, newest: true })
    expect(cards).toMatchObject([
      { id: again.id, last: { attemptId: again.id, score: 1 }, best: { attemptId: first.id, score: 3 } },
    ])
    expect(await getAttempt(fixture.db, run.learner.userId, first.id)).toMatchObject({
      ...{ questions: first.questions, score: 3 },
    })
  })

  test('keeps the favourite: the card of the new attempt has the mark of the one before', async () => {
    for (const favorite of [true, false]) {
      await begin()
      const marks = { attemptId: run.attempt.id, marks: { favorite: true } }
      await markAttempt(fixture, run.learner.userId, marks)
      await grade(0)
      fixture.clock.advance(60_000)
      if (!favorite) await markAttempt(fixture, run.learner.userId, { ...marks, marks: { favorite: false } })
      const again = await retakeAttempt(fixture, run.learner, run.attempt.id)
      const [card] = await listAttempts(fixture.db, run.learner.userId, { limit: 1, newest: true })
      expect(card).toMatchObject({ id: again.id, favorite })
    }
  })

  test('asked for ten times at once opens one attempt; of an open attempt it is refused', async () => {
    await begin()
    await expect(retakeAttempt(fixture, run.learner, run.attempt.id)).rejects.toEqual(
      refusal('conflict', { graded: false }),
    )
    await grade(0)
    const again = await Promise.all(
      Array.from({ length: 10 }, () => retakeAttempt(fixture, run.learner, run.attempt.id)),
    )
    expect(new Set(again.map(({ id }) => id)).size).toBe(1)
    await expect(retakeAttempt(fixture, other, run.attempt.id)).rejects.toEqual(refusal('not_found'))
  })
})

describe('the list', () => {
  test('has the learner’s own attempts, newest first, page by page', async () => {
    await begin()
    const ids = [run.attempt.id]
    for (let at = 0; at < 4; at += 1) {
      await grade(0)
      // Two of the same instant, too.
      fixture.clock.advance(at === 2 ? 0 : 1000)
      run.attempt = await retakeAttempt(fixture, run.learner, run.attempt.id)
      ids.unshift(run.attempt.id)
    }
    const pages: string[] = []
    for (;;) {
      const filter = { limit: 2, before: pages.at(-1), lessonId: fixture.lesson.id }
      const page = await listAttempts(fixture.db, run.learner.userId, filter)
      if (page.length === 0) break
      pages.push(...page.map(({ id }) => id))
    }
    expect(pages.toSorted()).toEqual(ids.toSorted())
    const newest = await listAttempts(fixture.db, run.learner.userId, { limit: 10, newest: true })
    expect(newest).toHaveLength(1)
    expect(await listAttempts(fixture.db, run.learner.userId, { limit: 10, lessonId: 'les_x' })).toEqual([])
    expect(await listAttempts(fixture.db, other.userId, { limit: 10, before: ids[0] })).toEqual([])
  })

  test('is filtered by course, owner, learner and archive, and sorted either way, page by page', async () => {
    await begin()
    const { db, clock, author, addLesson } = fixture
    const { userId } = run.learner
    const first = run.attempt.id
    clock.advance(1000)
    const elsewhere = await addLesson()
    const second = (await startAttempt(fixture, run.learner, elsewhere.id)).id
    clock.advance(1000)
    await answer({ question: 0, option: 0, number: 1 })
    await markAttempt(fixture, userId, { attemptId: first, marks: { archived: true } })
    const [row] = await db
      .select({ course: courseLessons.courseId })
      .from(courseLessons)
      .where(eq(courseLessons.lessonId, elsewhere.id))
    const list = async (filter: Partial<AttemptFilter>) =>
      (await listAttempts(db, userId, { limit: 10, ...filter })).map(({ id }) => id)
    expect(await list({ archived: 'true' })).toEqual([first])
    expect(await list({ archived: 'false' })).toEqual([second])
    expect(await list({ course: row?.course })).toEqual([second])
    expect(await list({ aid: author.userId, uid: userId })).toEqual([second, first])
    expect([...(await list({ aid: userId })), ...(await list({ uid: other.userId }))]).toEqual([])
    expect(await list({ descending: false })).toEqual([first, second])
    expect(await list({ sort: 'lastUpdated' })).toEqual([first, second])
    expect(await list({ sort: 'lastUpdated', before: first })).toEqual([second])
    expect(await list({ sort: 'lastUpdated', descending: false, before: second })).toEqual([first])
  })

  test('keeps favourites and archived attempts, and neither changes what is completed', async () => {
    await begin()
    await answerAll()
    const { score } = await grade(3)
    const mark = async (marks: object, as = run.learner) =>
      await markAttempt(fixture, as.userId, { attemptId: run.attempt.id, marks })
    expect(await mark({ favorite: true })).toMatchObject({ favorite: true, archived: false, score })
    expect(await mark({ archived: true })).toMatchObject({ favorite: true, archived: true, graded: true })
    expect((await listAttempts(fixture.db, run.learner.userId, { limit: 10 }))[0]).toMatchObject({
      ...{ archived: true, last: { score } },
    })
    expect(await mark({ archived: false, favorite: false })).toMatchObject({
      favorite: false,
      archived: false,
    })
    await expect(mark({ favorite: true }, other)).rejects.toEqual(refusal('not_found'))
    expect(await read()).toMatchObject({ favorite: false })
  })
})
