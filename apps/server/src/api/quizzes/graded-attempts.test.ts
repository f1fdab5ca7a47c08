import { answerQuestion } from '@freeor/courses/attempts/answer-question'
import { startAttempt } from '@freeor/courses/attempts/commands'
import { gradeAttempt } from '@freeor/courses/attempts/grade-attempt'
import type { QuizAttempt } from '@freeor/courses/attempts/schema'
import { addCourse } from '@freeor/courses/catalog/testing'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenBy, brokenInvariants } from '../../testing/broken-invariants.ts'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'

/** What `freeor doctor` says of graded attempts: each way of changing one breaks I9. */

let fixture: LearnersFixture
let graded: QuizAttempt

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { superAdmin, member } = fixture.people
  const deps = fixture.coursesDeps
  const { lessons } = await addCourse(deps.db, { companyId: superAdmin.companyId })
  const learner = { userId: member.userId, seesDrafts: false }
  const { id: attemptId, questions } = await startAttempt(deps, learner, lessons[0]?.id ?? '')
  const [first] = questions
  const click = { questionId: first?.questionId ?? '', optionId: first?.options[0]?.id ?? '' }
  const sent = { ...click, attemptId, device: 'phone', number: 1, seen: 0 }
  await answerQuestion(deps, member.userId, sent)
  graded = await gradeAttempt(deps, member.userId, { attemptId, device: 'phone', number: 1 })
})

afterAll(async () => await fixture.close())

const doctored = async (change: SQL) => await brokenBy(fixture, change)

test('a graded attempt as it was graded is in order', async () => {
  expect(graded).toMatchObject({ graded: true, score: 1 })
  expect(await brokenInvariants(fixture)).toEqual([])
})

test('another score than its answers give breaks I9', async () => {
  expect(await doctored(sql`UPDATE quiz_attempts SET score = 2 WHERE id = ${graded.id}`)).toEqual(['I9'])
})

test('an answer that was changed, or taken away, breaks I9', async () => {
  const other = graded.questions[0]?.options[1]?.id
  const isIt = sql`attempt_id = ${graded.id}`
  expect(await doctored(sql`UPDATE attempt_answers SET option_id = ${other} WHERE ${isIt}`)).toEqual(['I9'])
  expect(await doctored(sql`DELETE FROM attempt_answers WHERE ${isIt}`)).toEqual(['I9'])
})

test('an answer or a click after the grade breaks I9, also one that changes no score', async () => {
  const isIt = sql`attempt_id = ${graded.id}`
  const late = sql`now() + interval '1 hour'`
  expect(await doctored(sql`UPDATE attempt_answers SET answered_at = ${late} WHERE ${isIt}`)).toEqual(['I9'])
  expect(await doctored(sql`UPDATE answer_clicks SET received_at = ${late} WHERE ${isIt}`)).toEqual(['I9'])
})

test('a key that is changed in the version that was asked breaks I9', async () => {
  const { questionId, options } = graded.questions[0] ?? { options: [] }
  expect(
    await doctored(
      sql`UPDATE question_versions SET answer_option_id = ${options[1]?.id} WHERE question_id = ${questionId}`,
    ),
  ).toEqual(['I9'])
})
