import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Learner, startAttempt } from './commands.ts'
import type { QuestionReport } from './ports.ts'
import { reportQuestion } from './report-question.ts'
import { openQuizFixture, type QuizFixture, quizRun, refusal } from './testing.ts'

let fixture: QuizFixture
let other: Learner
const run = quizRun(() => fixture)
const { begin } = run

beforeAll(async () => {
  fixture = await openQuizFixture()
  other = await fixture.addLearner()
})

afterAll(async () => await fixture.close())

describe('a report of a question', () => {
  test('reaches the author with attempt and version, once for each question of an attempt', async () => {
    await begin()
    const sent: QuestionReport[] = []
    const deps = {
      ...fixture,
      notifyAuthor: async (_: unknown, report: QuestionReport) => void sent.push(report),
    }
    const [first, second] = fixture.lesson.questions
    const report = async (text: string, questionId = first?.id ?? '', as = run.learner) =>
      await reportQuestion(deps, as.userId, { attemptId: run.attempt.id, questionId, text })
    await report('  The key is wrong.  ')
    expect(sent).toEqual([
      {
        ...{ to: fixture.author.email, attemptId: run.attempt.id, questionId: first?.id, version: 1 },
        ...{ lessonTitle: 'Lesson 1', question: 'First?', text: 'The key is wrong.' },
      },
    ])
    await expect(report('Again')).rejects.toEqual(refusal('conflict'))
    await expect(report(' \n ', second?.id)).rejects.toEqual(refusal('invalid_request', { field: 'text' }))
    await expect(report('Not mine', second?.id, other)).rejects.toEqual(refusal('not_found'))
    await expect(report('No such', 'que_missing')).rejects.toEqual(refusal('not_found'))
    expect(sent).toHaveLength(1)
  })

  test('is refused after twenty of a day', async () => {
    run.learner = await fixture.addLearner()
    const lesson = await fixture.addLesson(Array.from({ length: 21 }, () => ({})))
    run.attempt = await startAttempt(fixture, run.learner, lesson.id)
    const deps = { ...fixture, notifyAuthor: async () => undefined }
    const report = async (at: number) =>
      await reportQuestion(deps, run.learner.userId, {
        ...{ attemptId: run.attempt.id, questionId: lesson.questions[at]?.id ?? '', text: 'Wrong' },
      })
    for (let at = 0; at < 20; at += 1) await report(at)
    await expect(report(20)).rejects.toEqual(refusal('rate_limited'))
    fixture.clock.advance(25 * 3_600_000)
    await report(20)
  })
})
