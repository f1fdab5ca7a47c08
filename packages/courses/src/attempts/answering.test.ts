import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lessons } from '../catalog/tables.ts'
import { answerQuestion } from './answer-question.ts'
import { type Learner, retakeAttempt, startAttempt } from './commands.ts'
import { getAttempt } from './queries.ts'
import { answerClicks, attemptAnswers } from './tables.ts'
import {
  type Click,
  clickOn,
  correctOptions,
  openQuizFixture,
  type QuizFixture,
  quizRun,
  refusal,
} from './testing.ts'

let fixture: QuizFixture
let other: Learner
const run = quizRun(() => fixture)
const { begin, answer, answerAll, grade, read } = run

beforeAll(async () => {
  fixture = await openQuizFixture()
  other = await fixture.addLearner()
})

afterAll(async () => await fixture.close())

describe('answering', () => {
  test('applies a click that is sent five times once', async () => {
    await begin()
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => answer({ question: 0, option: 2, number: 1 })),
    )
    expect(new Set(sent.map(({ revision }) => revision))).toEqual(new Set([1]))
    expect(await fixture.db.$count(answerClicks, eq(answerClicks.attemptId, run.attempt.id))).toBe(1)
  })

  test('refuses a number that the device used for another click', async () => {
    await begin()
    await answer({ question: 0, option: 2, number: 1 })
    for (const [question, option] of [
      [0, 1],
      [1, 2],
    ] as const)
      await expect(answer({ question, option, number: 1 })).rejects.toEqual(
        refusal('conflict', { number: true }),
      )
  })

  test('keeps both answers of two devices, and the next answer that saw them decides', async () => {
    await begin()
    await answer({ question: 0, option: 0, number: 1, device: 'phone' })
    const both = await answer({ question: 0, option: 1, number: 1, device: 'tablet' })
    const [a, b] = fixture.lesson.questions[0]?.options ?? []
    expect(both).toMatchObject({ selectedAnswer: b?.id, conflict: [a?.id], revision: 2 })
    await expect(grade(1)).rejects.toEqual(
      refusal('conflict', { conflicts: [fixture.lesson.questions[0]?.id] }),
    )
    const decided = await answer({ question: 0, option: 0, number: 2, device: 'phone', seen: 2 })
    expect(decided).toMatchObject({ selectedAnswer: a?.id, conflict: [], revision: 3 })
    expect(await grade(2)).toMatchObject({ graded: true, score: 1 })
  })

  test('ends for one click too many, and for one device too many', async () => {
    await begin()
    const device = (at: number) => `device ${at}`
    for (let at = 0; at <= 20; at += 1)
      await answer({ question: 0, option: 0, number: 1, device: device(at) })
    const late = { question: 0, option: 1, number: 1, device: 'one more' }
    await expect(answer(late)).rejects.toEqual(refusal('conflict', { full: true }))
    // Once it has seen the others, it counts like every answer.
    expect(await answer({ ...late, seen: 21 })).toMatchObject({ conflict: [], revision: 22 })
    const clicks = Array.from({ length: 5000 }, (_, at) => ({
      ...clickOn(fixture.lesson, run.attempt.id, { question: 0, option: 0, number: at + 1, device: 'bot' }),
      receivedAt: fixture.clock.now(),
    }))
    await fixture.db.insert(answerClicks).values(clicks)
    await expect(answer({ question: 1, option: 1, number: 2 })).rejects.toEqual(
      refusal('conflict', { full: true }),
    )
    expect(await grade(0)).toMatchObject({ graded: true })
  })

  test('is refused for another’s attempt as for a missing one, and for what is not in the attempt', async () => {
    await begin()
    const click = { question: 0, option: 0, number: 1 }
    await expect(answer(click, other)).rejects.toEqual(refusal('not_found'))
    const sent = clickOn(fixture.lesson, run.attempt.id, click)
    for (const wrong of [{ attemptId: 'att_missing' }, { questionId: 'que_missing' }])
      await expect(
        answerQuestion(fixture, run.learner.userId, { ...sent, ...wrong }),
        JSON.stringify(wrong),
      ).rejects.toEqual(refusal('not_found'))
    const foreign = fixture.lesson.questions[1]?.options[0]?.id ?? ''
    await expect(answerQuestion(fixture, run.learner.userId, { ...sent, optionId: foreign })).rejects.toEqual(
      refusal('invalid_request', { field: 'optionId' }),
    )
    expect(await fixture.db.$count(attemptAnswers, eq(attemptAnswers.attemptId, run.attempt.id))).toBe(0)
  })

  test('of a lesson that was unpublished since goes on to its grade', async () => {
    const lesson = await fixture.addLesson()
    run.learner = await fixture.addLearner()
    run.attempt = await startAttempt(fixture, run.learner, lesson.id)
    await fixture.db.update(lessons).set({ published: false }).where(eq(lessons.id, lesson.id))
    await answerQuestion(
      fixture,
      run.learner.userId,
      clickOn(lesson, run.attempt.id, { question: 0, option: 0, number: 1 }),
    )
    expect(await grade(1)).toMatchObject({ graded: true, score: 1 })
    await expect(retakeAttempt(fixture, run.learner, run.attempt.id)).rejects.toEqual(refusal('conflict'))
  })
})

describe('grading', () => {
  test('waits until the device’s last click was applied, and says which', async () => {
    await begin()
    await answerAll()
    await expect(grade(4)).rejects.toEqual(refusal('conflict', { waitingFor: 4 }))
    await expect(grade(1, 'tablet')).rejects.toEqual(refusal('conflict', { waitingFor: 1 }))
    expect(await grade(3)).toMatchObject({ graded: true, score: 3, percent: 100 })
  })

  test('shows key and explanation, which are not there before', async () => {
    await begin()
    await answer({ question: 0, option: 1, number: 1 })
    for (const shown of [run.attempt, await read()])
      for (const question of shown.questions)
        expect(Object.keys(question)).toEqual(
          expect.not.arrayContaining(['answer', 'correct', 'explanation']),
        )
    const [first, , third] = (await grade(1)).questions
    expect(first).toMatchObject({
      ...{ answer: fixture.lesson.questions[0]?.answerOptionId, correct: false },
      explanation: 'Because of one.',
    })
    expect(third).toMatchObject({ selectedAnswer: null, correct: false, explanation: null })
  })

  test('is done once: the same call answers the same grade, a later click is told that it came too late', async () => {
    await begin()
    await answerAll([0, 0, 0])
    const graded = await grade(3)
    fixture.clock.advance(60_000)
    expect(await grade(3)).toEqual(graded)
    expect(await grade(0, 'tablet')).toEqual(graded)
    const tooLate = refusal('conflict', { graded: true })
    await expect(answer({ question: 1, option: 1, number: 4 })).rejects.toEqual(tooLate)
    await expect(answer({ question: 1, option: 1, number: 1, device: 'tablet' })).rejects.toEqual(tooLate)
    await expect(grade(1, 'tablet')).rejects.toEqual(tooLate)
    // A click whose answer was lost on the way did count: repeated, it is told so.
    expect(await answer({ question: 1, option: 0, number: 2 })).toMatchObject({ revision: 1 })
    expect(await read()).toEqual(graded)
  })

  test('is for the learner alone', async () => {
    await begin()
    await expect(grade(0, 'phone', other)).rejects.toEqual(refusal('not_found'))
    await expect(getAttempt(fixture.db, other.userId, run.attempt.id)).rejects.toEqual(refusal('not_found'))
    expect(await read()).toMatchObject({ graded: false })
  })

  test('at once with 50 answers counts exactly the answers that were not refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      await begin()
      const clicks = Array.from({ length: 50 }, (_, at) => ({
        ...{ question: at % 3, option: (at * 7 + round) % 3, number: at + 1 },
      }))
      const grading = clicks.length * (round / 5)
      const sent: Promise<unknown>[] = []
      for (const [at, click] of clicks.entries()) {
        if (at === grading) sent.push(grade(0))
        sent.push(
          answer(click).then(
            () => click,
            () => undefined,
          ),
        )
      }
      const counted = (await Promise.all(sent)).filter((one) => clicks.includes(one as never)) as Click[]
      const graded = await read()
      expect(graded.graded).toBe(true)
      const expected = correctOptions.map((_, question) =>
        counted.filter((one) => one.question === question).toSorted((a, b) => b.number - a.number),
      )
      expect(graded.questions.map(({ selectedAnswer }) => selectedAnswer)).toEqual(
        expected.map(([last], at) => (last ? fixture.lesson.questions[at]?.options[last.option]?.id : null)),
      )
      expect(graded.score).toBe(expected.filter(([last], at) => last?.option === correctOptions[at]).length)
    }
  })

  test('and an answer at once, 50 times: it is in the grade, or told that it came too late', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 50; round += 1) {
      await begin()
      const send = [
        async () => await grade(0),
        async () => await answer({ question: 1, option: 1, number: 1 }),
      ]
      const sent = (round % 2 ? send : send.toReversed()).map(async (one) => await one())
      const refused = (await Promise.allSettled(sent)).filter(({ status }) => status === 'rejected')
      const { graded, score, questions } = await read()
      expect(graded).toBe(true)
      expect(score).toBe(1 - refused.length)
      expect(questions[1]?.selectedAnswer == null).toBe(refused.length === 1)
      for (const one of refused)
        expect(one).toMatchObject({ reason: { code: 'conflict', details: { graded: true } } })
      outcomes.add(refused.length === 0 ? 'counted' : 'too late')
    }
    // Both happen, or the race was none.
    expect([...outcomes].toSorted()).toEqual(['counted', 'too late'])
  })

  test('twice at once gives one grade', async () => {
    await begin()
    await answerAll()
    const graded = await Promise.all(Array.from({ length: 10 }, () => grade(3)))
    expect(new Set(graded.map(({ gradedAt, score }) => `${gradedAt} ${score}`)).size).toBe(1)
  })
})
