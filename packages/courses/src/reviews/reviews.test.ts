import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { retakeAttempt, startAttempt } from '../attempts/commands.ts'
import { gradeAttempt } from '../attempts/grade-attempt.ts'
import { quizAttempts } from '../attempts/tables.ts'
import { openQuizFixture, type QuizFixture, quizRun, refusal } from '../attempts/testing.ts'
import { answerReview, chooseReviews } from './commands.ts'
import { questionsADay, readReviews } from './queries.ts'
import { scheduleReview } from './review-schedule.ts'

let fixture: QuizFixture
const run = quizRun(() => fixture)
const day = 24 * 3_600_000

beforeAll(async () => {
  fixture = await openQuizFixture()
})
afterAll(async () => await fixture.close())

/** A learner who answered the first question correctly, the second wrongly and the third not at all. */
beforeEach(async () => {
  await run.begin()
  await run.answer({ question: 0, option: 0, number: 1 })
  await run.answer({ question: 1, option: 2, number: 2 })
  await run.grade(2)
})

const read = async () => await readReviews(fixture.db, run.learner.userId, fixture.clock.now())
const choose = async (on: boolean) => await chooseReviews(fixture, run.learner.userId, on)
const questionAt = (position: number) => {
  const question = fixture.lesson.questions[position]
  if (!question) throw new Error('There is no such question')
  return question
}
const answer = async (position: number, option: number, userId = run.learner.userId) =>
  await answerReview(fixture, userId, {
    questionId: questionAt(position).id,
    optionId: questionAt(position).options[option]?.id ?? '',
  })

test('nothing comes back until the learner chooses it; then exactly what was missed, without its key', async () => {
  expect(await read()).toMatchObject({ on: false, questions: [], progress: { due: 0 } })
  const chosen = await choose(true)
  expect(chosen.questions.map(({ questionId }) => questionId).toSorted()).toEqual(
    [questionAt(1).id, questionAt(2).id].toSorted(),
  )
  expect(JSON.stringify(chosen)).not.toMatch(/answer|explanation|correct/)
  expect(await choose(false)).toMatchObject({ on: false, questions: [] })
})

test('a correct answer comes back later each time, a wrong one tomorrow', async () => {
  await choose(true)
  const pauses: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const { dueAt, correct, explanation } = await answer(1, 1)
    expect([correct, explanation]).toEqual([true, 'Because of two.'])
    pauses.push((Date.parse(dueAt) - fixture.clock.now().getTime()) / day)
    fixture.clock.set(dueAt)
  }
  expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses)
  expect(new Set(pauses).size).toBe(4)
  const missed = await answer(1, 0)
  expect((Date.parse(missed.dueAt) - fixture.clock.now().getTime()) / day).toBeLessThan(pauses[3] ?? 0)
  expect(missed).toMatchObject({ correct: false, reviews: 5, answer: questionAt(1).answerOptionId })
})

test('an answer that is sent twice, also at once, is scheduled once', async () => {
  await choose(true)
  const answers = await Promise.all(Array.from({ length: 10 }, () => answer(1, 1)))
  expect(new Set(answers.map(({ dueAt, reviews }) => `${dueAt} ${reviews}`)).size).toBe(1)
  expect(await read()).toMatchObject({ progress: { due: 1, learning: 1, kept: 0 } })
})

test('is the learner’s own: what another missed, or nobody did, is not there', async () => {
  await choose(true)
  const other = await fixture.addLearner()
  await expect(answer(1, 1, other.userId)).rejects.toEqual(refusal('not_found'))
  await expect(answer(0, 0)).rejects.toEqual(refusal('not_found'))
  const foreign = { questionId: questionAt(1).id, optionId: questionAt(0).options[0]?.id ?? '' }
  await expect(answerReview(fixture, run.learner.userId, foreign)).rejects.toEqual(
    refusal('invalid_request', { field: 'optionId' }),
  )
})

test('changes no attempt, and a question answered correctly in a later grade comes back no more', async () => {
  await choose(true)
  const attempts = async () =>
    await fixture.db.select().from(quizAttempts).where(eq(quizAttempts.userId, run.learner.userId))
  const before = await attempts()
  await answer(1, 1)
  expect(await attempts()).toEqual(before)
  fixture.clock.advance(1000)
  run.attempt = await retakeAttempt(fixture, run.learner, run.attempt.id)
  await run.answer({ question: 2, option: 2, number: 1 })
  await run.grade(1)
  const { questions } = await read()
  expect(questions.map(({ questionId }) => questionId)).toEqual([questionAt(0).id])
})

test('a day asks twenty questions at most; the rest comes tomorrow, without the ones of today', async () => {
  const lesson = await fixture.addLesson(Array.from({ length: 30 }, () => ({ answer: 0 })))
  const learner = await fixture.addLearner()
  const attempt = await startAttempt(fixture, learner, lesson.id)
  await gradeAttempt(fixture, learner.userId, { attemptId: attempt.id, device: 'phone', number: 0 })
  await chooseReviews(fixture, learner.userId, true)
  const today = async () => await readReviews(fixture.db, learner.userId, fixture.clock.now())
  const reviewAll = async () => {
    const asked: string[] = []
    for (let left = await today(); left.questions.length > 0; left = await today()) {
      expect(left.questions.length).toBeLessThanOrEqual(10)
      for (const { questionId, options } of left.questions) {
        const isKey = ({ id }: { id: string }) => lesson.questions.some((one) => one.answerOptionId === id)
        const optionId = options.find(isKey)?.id ?? ''
        await answerReview(fixture, learner.userId, { questionId, optionId })
        asked.push(questionId)
      }
    }
    return asked
  }
  const first = await reviewAll()
  expect(new Set(first).size).toBe(questionsADay)
  expect(await today()).toMatchObject({ isDayDone: true, progress: { due: 30 - questionsADay } })
  const { nextAt } = await today()
  expect(nextAt).toBe(
    `${new Date(fixture.clock.now().getTime() + day).toISOString().slice(0, 10)}T00:00:00.000Z`,
  )
  fixture.clock.set(nextAt ?? '')
  const second = await reviewAll()
  expect(second.filter((id) => !first.includes(id))).toHaveLength(30 - questionsADay)
  expect(await today()).toMatchObject({ isDayDone: false, questions: [] })
})

test('what is known for three weeks counts as kept', async () => {
  let card: ReturnType<typeof scheduleReview> | undefined
  let now = fixture.clock.now()
  for (let round = 0; round < 6; round += 1) {
    card = scheduleReview(card?.card, { correct: true, now })
    now = card.dueAt
  }
  expect(Number(card?.card.scheduled_days)).toBeGreaterThanOrEqual(21)
})
