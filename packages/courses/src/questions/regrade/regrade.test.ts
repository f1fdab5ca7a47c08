import { auditLog } from '@freeor/accounts/tables'
import type { UserActor } from '@freeor/kernel/actor'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startAttempt } from '../../attempts/commands.ts'
import { gradeAttempt } from '../../attempts/grade-attempt.ts'
import { listChangedGrades } from '../../attempts/health/queries.ts'
import { getAttempt } from '../../attempts/queries.ts'
import { attemptAnswers } from '../../attempts/tables.ts'
import { openQuizFixture, type QuizFixture, quizRun, refusal } from '../../attempts/testing.ts'
import { changeQuestion } from '../editing/commands.ts'
import { readStatistics } from '../statistics/queries.ts'
import { actorOf } from '../testing.ts'
import { regradeQuestion } from './commands.ts'
import { attemptRegrades } from './tables.ts'

let fixture: QuizFixture
let author: UserActor
const run = quizRun(() => fixture)

beforeAll(async () => {
  fixture = await openQuizFixture()
  author = actorOf(fixture.author.userId)
})
afterAll(async () => await fixture.close())

/** Graded attempts that chose these options of the first question, and two right ones of the others. */
let attempts: { id: string; userId: string }[]
let questionId: string

beforeEach(async () => {
  fixture = { ...fixture, lesson: await fixture.addLesson() }
  questionId = fixture.lesson.questions[0]?.id ?? ''
  attempts = []
  for (const first of [0, 1, 2]) {
    await run.begin()
    await run.answerAll([first, 1, 2])
    fixture.clock.advance(1000)
    await run.grade(3)
    attempts.push({ id: run.attempt.id, userId: run.learner.userId })
  }
})

/** The second option is the right one from now on. */
async function correctKey() {
  const options = fixture.lesson.questions[0]?.options ?? []
  const change = { version: 1, options: options.map(({ id, text }, at) => ({ id, text, correct: at === 1 })) }
  await changeQuestion(fixture, author, { questionId, change })
}

const regrade = async (apply: boolean, more: object = {}, actor = author) =>
  await regradeQuestion(fixture, actor, { questionId, apply, reason: 'The key was wrong', ...more })
const scores = async () =>
  await Promise.all(attempts.map(async ({ id, userId }) => (await getAttempt(fixture.db, userId, id)).score))

test('the preview says who is affected and changes nothing', async () => {
  await correctKey()
  const preview = await regrade(false)
  expect(preview).toMatchObject({ applied: false, affected: 3, raised: 1, lowered: 1, open: 0 })
  expect(preview.attempts.map(({ scoreBefore, scoreAfter }) => [scoreBefore, scoreAfter])).toEqual([
    [3, 2],
    [2, 3],
  ])
  expect(await scores()).toEqual([3, 2, 2])
})

test('a regrade changes scores by the new key, keeps answers and old grades, and is audited', async () => {
  await correctKey()
  const answers = async () =>
    await fixture.db
      .select()
      .from(attemptAnswers)
      .orderBy(attemptAnswers.attemptId, attemptAnswers.questionId)
  const before = await answers()
  expect(await regrade(true, { affected: 3 })).toMatchObject({ applied: true, affected: 3 })
  expect(await scores()).toEqual([2, 3, 2])
  expect(await answers()).toEqual(before)
  const seen = await getAttempt(fixture.db, attempts[1]?.userId ?? '', attempts[1]?.id ?? '')
  expect(seen.questions[0]).toMatchObject({
    version: 1,
    correct: true,
    answer: seen.questions[0]?.options[1]?.id,
  })
  const kept = await fixture.db
    .select()
    .from(attemptRegrades)
    .where(eq(attemptRegrades.questionId, questionId))
  expect(kept.map(({ scoreBefore, scoreAfter }) => `${scoreBefore} ${scoreAfter}`).sort()).toEqual([
    '2 2',
    '2 3',
    '3 2',
  ])
  const audited = and(eq(auditLog.action, 'question.regraded'), eq(auditLog.objectId, questionId))
  expect(await fixture.db.$count(auditLog, audited)).toBe(1)
  // The invariant of grades reads the new key, and the statistics do.
  expect(await listChangedGrades(fixture.db)).toEqual([])
  const { questions } = await readStatistics(fixture.db, { lessonId: fixture.lesson.id, counted: 'all' })
  expect(questions[0]).toMatchObject({ facility: expect.closeTo(100 / 3) })
  expect(await regrade(false)).toMatchObject({ affected: 0 })
})

test('an attempt that is open is graded by the corrected key', async () => {
  await run.begin()
  await run.answerAll([1, 1, 2])
  await correctKey()
  expect(await regrade(true)).toMatchObject({ open: 1 })
  expect(await run.grade(3)).toMatchObject({ score: 3 })
  expect(await listChangedGrades(fixture.db)).toEqual([])
})

test('grading and regrading at once, 15 times, never grade by the wrong key', async () => {
  for (let round = 0; round < 15; round++) {
    fixture = { ...fixture, lesson: await fixture.addLesson() }
    questionId = fixture.lesson.questions[0]?.id ?? ''
    await run.begin()
    await run.answerAll([1, 1, 2])
    await correctKey()
    await Promise.all([
      run.grade(3),
      regrade(true),
      startAttempt(fixture, await fixture.addLearner(), fixture.lesson.id),
    ])
    expect((await run.read()).score).toBe(3)
  }
  expect(await listChangedGrades(fixture.db)).toEqual([])
})

test('attempts of a version that has not the option stay as they are', async () => {
  const options = fixture.lesson.questions[0]?.options ?? []
  const fresh = [...options.map(({ id, text }) => ({ id, text })), { text: 'Another', correct: true }]
  await changeQuestion(fixture, author, { questionId, change: { version: 1, options: fresh } })
  expect(await regrade(true)).toMatchObject({ affected: 0, versions: [{ version: 1, hasKey: false }] })
  expect(await scores()).toEqual([3, 2, 2])
})

test('nothing is changed when other attempts are affected than were seen, or without a reason', async () => {
  await correctKey()
  await expect(regrade(true, { affected: 2 })).rejects.toMatchObject({ code: 'conflict' })
  await expect(regrade(true, { reason: undefined })).rejects.toEqual(
    refusal('invalid_request', { field: 'reason' }),
  )
  const stranger = actorOf((await fixture.addLearner()).userId)
  await expect(regrade(true, {}, stranger)).rejects.toEqual(refusal('not_found'))
  expect(await scores()).toEqual([3, 2, 2])
})

test('a retake after the regrade is graded by the question as it is now', async () => {
  await correctKey()
  await regrade(true)
  fixture.clock.advance(1000)
  const learner = { userId: attempts[0]?.userId ?? '', seesDrafts: false }
  const again = await startAttempt(fixture, learner, fixture.lesson.id)
  expect(again.questions[0]?.version).toBe(2)
  await gradeAttempt(fixture, learner.userId, { attemptId: again.id, device: 'd', number: 0 })
  expect((await getAttempt(fixture.db, learner.userId, again.id)).last).toMatchObject({ score: 0 })
})
