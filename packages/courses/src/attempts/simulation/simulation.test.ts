import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { answerQuestion, type QuestionClick } from '../answer-question.ts'
import { startAttempt } from '../commands.ts'
import { gradeAttempt } from '../grade-attempt.ts'
import { getAttempt } from '../queries.ts'
import type { AnswerAnswer, QuizAttempt } from '../schema.ts'
import { openQuizFixture, type QuizFixture } from '../testing.ts'
import {
  openMemoryServer,
  optionName,
  questionName,
  type ServerReply,
  type ServerRequest,
} from './memory-server.ts'
import type { Step } from './program.ts'
import { randomSteps, runSteps, weightedKinds } from './random-steps.ts'

/**
 * The answer protocol under a network that drops, delays, repeats and reorders, with devices that crash, lose or copy
 * their storage and have wrong clocks: in memory against the reference model, and the same requests in PostgreSQL.
 */

let fixture: QuizFixture

beforeAll(async () => {
  const questions = Array.from({ length: 3 }, () => ({ answer: 0 }))
  fixture = await openQuizFixture(questions)
})

afterAll(async () => await fixture.close())

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...weightedKinds),
  device: fc.nat(2),
  at: fc.nat(31),
  option: fc.nat(2),
})

test('no answer is lost, none is counted twice, and every device ends with the same answers', () => {
  const seconds = Math.min(20, inject('simulationSeconds'))
  const program = fc.property(
    fc.array(step, { maxLength: 200, size: 'max' }),
    (steps) => void runSteps(steps),
  )
  const limits = {
    numRuns: 1_000_000,
    interruptAfterTimeLimit: seconds * 1000,
    seed: inject('simulationSeed'),
  }
  expect(() => fc.assert(program, limits)).not.toThrow()
})

test('the server answers each request on PostgreSQL as it does in memory', async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const { requests, server } = runSteps(randomSteps(seed, 120))
    const learner = await fixture.addLearner()
    const attempt = await startAttempt(fixture, learner, fixture.lesson.id)
    const again = openMemoryServer()
    for (const request of requests) {
      const expected = again.handle(request)
      expect(await sendFor(learner.userId, attempt, request), `seed ${seed}`).toEqual(expected)
    }
    expect((await getAttempt(fixture.db, learner.userId, attempt.id)).score).toBe(server.score())
  }
})

/** The request with the names of the fixture, and the reply with those of the simulation. */
async function sendFor(userId: string, attempt: QuizAttempt, request: ServerRequest): Promise<ServerReply> {
  const { lesson } = fixture
  const placeOf = (name: string) => Number(name.split(' ')[1])
  const named = ({ questionId, selectedAnswer, revision, conflict }: AnswerAnswer): AnswerAnswer => {
    const at = lesson.questions.findIndex(({ id }) => id === questionId)
    const nameOf = (optionId: string) =>
      optionName(lesson.questions[at]?.options.findIndex(({ id }) => id === optionId) ?? -1)
    return {
      ...{ questionId: questionName(at), revision, conflict: conflict.map(nameOf) },
      selectedAnswer: selectedAnswer === null ? null : nameOf(selectedAnswer),
    }
  }
  const toFixture = (click: QuestionClick): QuestionClick => {
    const question = lesson.questions[placeOf(click.questionId)]
    const optionId = question?.options[placeOf(click.optionId)]?.id ?? ''
    return { ...click, attemptId: attempt.id, questionId: question?.id ?? '', optionId }
  }
  const whole = ({ questions }: QuizAttempt): ServerReply => ({
    kind: 'attempt',
    answers: questions.map(named),
  })
  try {
    if (request.kind === 'read') return whole(await getAttempt(fixture.db, userId, attempt.id))
    if (request.kind === 'click')
      return {
        kind: 'answer',
        answer: named(await answerQuestion(fixture, userId, toFixture(request.click))),
      }
    return whole(await gradeAttempt(fixture, userId, { attemptId: attempt.id, ...request }))
  } catch (error) {
    const { details = {} } = error as { details?: object }
    if ('graded' in details) return { kind: 'graded' }
    if ('number' in details) return { kind: 'number used' }
    if ('waitingFor' in details) return { kind: 'waiting for' }
    if ('conflicts' in details) return { kind: 'conflicts' }
    throw error
  }
}
