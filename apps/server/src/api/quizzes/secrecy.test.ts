import { startAttempt } from '@freeor/courses/attempts/commands'
import { questionVersions } from '@freeor/courses/catalog/tables'
import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import { addressOf, documentedOperations } from '../../testing/operations-under-test.ts'
import type { Person } from '../../testing/people.ts'

/**
 * Nothing that tells of a key or an explanation leaves the server before that attempt is graded: a marker stands in each
 * of them, and a student calls every operation of the API's document with every id they can know.
 */

const marker = 'zz-secret-key-zz'

let fixture: LearnersFixture
let course: AddedCourse
let student: Person
let attemptId: string

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { db } = fixture.deps
  const { superAdmin } = fixture.people
  student = fixture.people.member
  const asked = { options: ['Yes', 'No'], explanation: `It is ${marker}` }
  course = await addCourse(db, {
    companyId: superAdmin.companyId,
    lessons: [{ questions: [asked, asked] }, { questions: [asked], isPreview: true }],
  })
  // A field of the correct option that nobody shows, and an id of the key that says what it is.
  await db.update(questionVersions).set({
    options: sql`(SELECT jsonb_agg(CASE WHEN one->>'id' = ${questionVersions.answerOptionId}
      THEN one || jsonb_build_object('correct', ${marker}::text) ELSE one END)
      FROM jsonb_array_elements(${questionVersions.options}) AS one)`,
  })
  const learner = { userId: student.userId, seesDrafts: false }
  attemptId = (await startAttempt(fixture.coursesDeps, learner, course.lessons[0]?.id ?? '')).id
})

afterAll(async () => await fixture.close())

/** Ids for the path parameters, by their names. */
function paramsOf(names: readonly string[]): Record<string, string> {
  const [lesson] = course.lessons
  const ids: Record<string, string> = {
    ...{ courseId: course.id, lessonId: lesson?.id ?? '', attemptId, site: 'courses' },
    ...{ questionId: lesson?.questions[0]?.id ?? '', userId: student.userId, collection: 'pages' },
  }
  return Object.fromEntries(names.map((name) => [name, ids[name] ?? attemptId]))
}

const click = (number: number) => ({
  optionId: course.lessons[0]?.questions[0]?.options[1]?.id,
  ...{ device: 'phone', number, seen: 0 },
})

/** Bodies that are accepted; the other calls show what their refusals say. */
const bodies: Readonly<Record<string, () => object>> = {
  startAttempt: () => ({ lessonId: course.lessons[0]?.id }),
  answerQuestion: () => click(1),
  markAttempt: () => ({ favorite: true }),
  chooseReviews: () => ({ on: true }),
  answerReview: () => ({
    questionId: course.lessons[0]?.questions[0]?.id,
    optionId: course.lessons[0]?.questions[0]?.options[0]?.id,
  }),
  reportQuestion: () => ({ text: 'Wrong' }),
}

/** Ends the student's own session, account or attempt: the test of the grade comes after all others. */
const last = new Set(['gradeAttempt', 'signOut', 'deleteAccount', 'endOtherSessions', 'endSession'])

test('no call answers a student with a key or an explanation before the attempt is graded', async () => {
  // The stream of events has no end; its events hold ids alone.
  const calls = documentedOperations().filter(({ id, path }) => !last.has(id) && path !== '/api/events')
  let answered = 0
  for (const operation of calls) {
    const { id, method, pathParams } = operation
    const path = addressOf(operation, { params: paramsOf(pathParams) })
    const body = bodies[id]?.() ?? (operation.body ? { lessonId: course.lessons[0]?.id } : undefined)
    for (const as of [student, undefined]) {
      const answer = await fixture.call(method, path, { ...(as && { as }), ...(body && { body }) })
      if (as && answer.status < 300) answered += 1
      const told = answer.text + JSON.stringify([...answer.headers])
      expect(told, `${method} ${path}`).not.toContain(marker)
      expect(told, `${method} ${path}`).not.toMatch(/"(answer|correct|answerOptionId|explanation)":/)
    }
  }
  // The student was let in to what a student does.
  expect(answered).toBeGreaterThan(15)
})

test('neither do the refusals of grading; the graded attempt shows explanations and no hidden field', async () => {
  const path = `/api/quiz-attempts/${attemptId}/grade`
  const early = await fixture.call('POST', path, { as: student, body: { device: 'phone', number: 9 } })
  expect([early.status, early.text.includes(marker)]).toEqual([409, false])
  const graded = await fixture.call('POST', path, { as: student, body: { device: 'phone', number: 1 } })
  expect(graded.status).toBe(200)
  expect(graded.text).toContain(`It is ${marker}`)
  expect(graded.text).not.toContain('"correct":"')
  const list = await fixture.call('GET', '/api/quiz-attempts', { as: student })
  expect(list.text).not.toContain(marker)
})

test('a retake tells nothing of the keys that the graded attempt has shown', async () => {
  const again = await fixture.call('POST', `/api/quiz-attempts/${attemptId}/retake`, { as: student })
  expect(again.status).toBe(200)
  expect(again.text).not.toContain(marker)
  expect(again.text).not.toMatch(/"(answer|correct|explanation)":/)
})
