import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Learner, startAttempt } from '../../attempts/commands.ts'
import { openQuizFixture, type QuizFixture, quizRun } from '../../attempts/testing.ts'
import { addQuestion } from '../editing/commands.ts'
import { actorOf } from '../testing.ts'
import type { CountedAttempts } from './limits.ts'
import { readStatistics } from './queries.ts'

let fixture: QuizFixture
const run = quizRun(() => fixture)

beforeAll(async () => {
  fixture = await openQuizFixture()
})
afterAll(async () => await fixture.close())

async function take(options: readonly number[], learner?: Learner): Promise<Learner> {
  run.learner = learner ?? (await fixture.addLearner())
  run.attempt = await startAttempt(fixture, run.learner, fixture.lesson.id)
  fixture.clock.advance(1000)
  await run.answerAll(options)
  await run.grade(options.length)
  return run.learner
}

const read = async (counted: CountedAttempts) =>
  await readStatistics(fixture.db, { lessonId: fixture.lesson.id, counted })

test('the first, the last or the highest attempt of each learner counts, or all; open ones never', async () => {
  fixture = { ...fixture, lesson: await fixture.addLesson() }
  const learner = await take([0, 0, 0])
  await take([0, 1, 2], learner)
  await take([1, 0, 0], learner)
  await take([0, 1, 0])
  await startAttempt(fixture, learner, fixture.lesson.id)
  const distribution = async (counted: CountedAttempts) => (await read(counted)).distribution
  expect(await distribution('first')).toEqual([0, 1, 1, 0])
  expect(await distribution('highest')).toEqual([0, 0, 1, 1])
  expect(await distribution('last')).toEqual([1, 0, 1, 0])
  expect(await distribution('all')).toEqual([1, 1, 1, 1])
  expect(await read('all')).toMatchObject({ attempts: 4, learners: 2, leftOut: 0 })
})

test('attempts of another set of questions are left out and counted', async () => {
  fixture = { ...fixture, lesson: await fixture.addLesson() }
  await take([0, 1, 2])
  await take([0, 0, 2])
  const input = { question: 'A new one?', options: [{ text: 'x', correct: true }, { text: 'y' }] }
  await addQuestion(fixture, actorOf(fixture.author.userId), { lessonId: fixture.lesson.id, input })
  await take([0, 1])
  const figures = await read('all')
  expect(figures).toMatchObject({ attempts: 2, leftOut: 1 })
  expect(figures.questions.map(({ question, facility }) => [question, facility])).toEqual([
    ['First?', 100],
    ['Second?', 50],
    ['Third?', 100],
  ])
})

test('questions that were left out are wrong and said to be unanswered', async () => {
  fixture = { ...fixture, lesson: await fixture.addLesson() }
  await take([0])
  const { questions } = await read('all')
  expect(questions.map(({ facility, unanswered }) => [facility, unanswered])).toEqual([
    [100, 0],
    [0, 1],
    [0, 1],
  ])
})
