import { auditLog } from '@freeor/accounts/tables'
import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { impersonate } from '../../testing/impersonation.ts'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import { mailTo } from '../../testing/mails.ts'
import type { Person } from '../../testing/people.ts'

let fixture: LearnersFixture
let course: AddedCourse

beforeAll(async () => {
  fixture = await openLearnersFixture({ jobs: true })
  const { companyId } = fixture.people.superAdmin
  course = await addCourse(fixture.deps.db, { companyId })
})

afterAll(async () => await fixture.close())

const start = async (as: Person) =>
  (await fixture.call('POST', '/api/quiz-attempts', { as, body: { lessonId: lesson().id } })).body

function lesson() {
  const [first] = course.lessons
  if (!first) throw new Error('The course has a lesson')
  return first
}

type Click = { question: number; option: number; number: number; device?: string; seen?: number }

function answer(as: Person, attemptId: string, { question, option, ...click }: Click) {
  const asked = lesson().questions[question]
  const body = { optionId: asked?.options[option]?.id, device: 'phone', seen: 0, ...click }
  return fixture.call('PUT', `/api/quiz-attempts/${attemptId}/answers/${asked?.id}`, { as, body })
}

const grade = (as: Person, attemptId: string, body: object) =>
  fixture.call('POST', `/api/quiz-attempts/${attemptId}/grade`, { as, body })

test('a learner who talks to the API alone takes, grades, and retakes a quiz', async () => {
  const { member } = fixture.people
  const attempt = await start(member)
  expect((await answer(member, attempt.id, { question: 0, option: 0, number: 1 })).body).toMatchObject({
    ...{ revision: 1, conflict: [] },
  })
  const early = await grade(member, attempt.id, { device: 'phone', number: 2 })
  expect([early.status, early.body]).toMatchObject([409, { code: 'conflict', waitingFor: 2 }])
  await answer(member, attempt.id, { question: 1, option: 0, number: 2 })
  await answer(member, attempt.id, { question: 1, option: 1, number: 1, device: 'tablet' })
  const asking = await grade(member, attempt.id, { device: 'tablet', number: 1 })
  expect(asking.body).toMatchObject({ conflicts: [lesson().questions[1]?.id] })
  await answer(member, attempt.id, { question: 1, option: 1, number: 2, device: 'tablet', seen: 2 })
  const graded = await grade(member, attempt.id, { device: 'tablet', number: 2 })
  expect([graded.status, graded.body]).toMatchObject([200, { graded: true, score: 2, percent: 100 }])
  const late = await answer(member, attempt.id, { question: 0, option: 1, number: 9 })
  expect([late.status, late.body]).toMatchObject([
    409,
    { graded: true, detail: 'Not counted: this quiz is already graded.' },
  ])
  const path = `/api/quiz-attempts/${attempt.id}` as const
  const again = await fixture.call('POST', `${path}/retake`, { as: member })
  expect(again.body).toMatchObject({ graded: false, answered: 0, last: { score: 2 } })
  const { body } = await fixture.call('GET', '/api/quiz-attempts', {
    as: member,
  })
  expect(body.attempts.map(({ id }) => id)).toEqual([again.body.id, attempt.id])
  const marked = await fixture.call('PATCH', path, { as: member, body: { favorite: true, archived: true } })
  expect(marked.body).toMatchObject({ favorite: true, archived: true, score: 2 })
  expect((await fixture.call('GET', path, { as: member })).body).toEqual(marked.body)
})

test('another’s attempt is the same 404 as a missing one, byte for byte, in every call', async () => {
  const { viewer, stranger, superAdmin } = fixture.people
  const { id } = await start(viewer)
  const asked = lesson().questions[0]
  const calls = (attemptId: string) =>
    [
      ['GET', `/api/quiz-attempts/${attemptId}`, undefined],
      ['PATCH', `/api/quiz-attempts/${attemptId}`, { favorite: true }],
      [
        'PUT',
        `/api/quiz-attempts/${attemptId}/answers/${asked?.id}`,
        { optionId: asked?.options[0]?.id, device: 'phone', number: 1, seen: 0 },
      ],
      ['POST', `/api/quiz-attempts/${attemptId}/grade`, { device: 'phone', number: 0 }],
      ['POST', `/api/quiz-attempts/${attemptId}/retake`, undefined],
      ['POST', `/api/quiz-attempts/${attemptId}/questions/${asked?.id}/report`, { text: 'Wrong' }],
    ] as const
  for (const as of [stranger, superAdmin])
    for (const [at, [method, path, body]] of calls(id).entries()) {
      const theirs = await fixture.call(method, path, { as, body })
      const [, missingPath] = calls('att_missing')[at] ?? []
      const missing = await fixture.call(method, missingPath ?? '', { as, body })
      const bytes = ({ text }: { text: string }) => text.replaceAll(/req_\w+|att_\w+/g, 'ID')
      expect([theirs.status, bytes(theirs)], `${method} ${path}`).toEqual([404, bytes(missing)])
    }
  expect((await fixture.call('GET', `/api/quiz-attempts/${id}`, { as: viewer })).status).toBe(200)
})

test('a super admin sees an attempt as the learner and changes nothing in it', async () => {
  const { admin, superAdmin } = fixture.people
  const { id } = await start(admin)
  const as = await impersonate(fixture, superAdmin, admin)
  expect((await fixture.call('GET', `/api/quiz-attempts/${id}`, { as })).status).toBe(200)
  const asked = lesson().questions[0]
  for (const [method, path, body] of [
    ['POST', '/api/quiz-attempts', { lessonId: lesson().id }],
    ['PATCH', `/api/quiz-attempts/${id}`, { favorite: true }],
    [
      'PUT',
      `/api/quiz-attempts/${id}/answers/${asked?.id}`,
      { optionId: asked?.options[0]?.id, device: 'phone', number: 1, seen: 0 },
    ],
    ['POST', `/api/quiz-attempts/${id}/grade`, { device: 'phone', number: 0 }],
    ['POST', `/api/quiz-attempts/${id}/retake`, undefined],
    ['POST', `/api/quiz-attempts/${id}/questions/${asked?.id}/report`, { text: 'Wrong' }],
  ] as const) {
    const answered = await fixture.call(method, path, { as, body })
    expect([answered.status, answered.body], `${method} ${path}`).toMatchObject([
      403,
      { impersonating: true },
    ])
  }
  const { body } = await fixture.call('GET', `/api/quiz-attempts/${id}`, { as: admin })
  expect(body).toMatchObject({ graded: false, answered: 0, favorite: false })
  const writes = await fixture.deps.db.select().from(auditLog).where(eq(auditLog.subjectUserId, admin.userId))
  expect(writes.map(({ action }) => action)).not.toContain('gradeAttempt')
})

test('a report is mailed to the author with attempt and question version, and tells nobody’s address', async () => {
  const { owner, superAdmin } = fixture.people
  const { id } = await start(owner)
  const questionId = lesson().questions[1]?.id
  const path = `/api/quiz-attempts/${id}/questions/${questionId}/report`
  const sent = await fixture.call('POST', path, {
    as: owner,
    body: { text: 'Both are <b>true</b>. See https://evil.example/in' },
  })
  expect(sent.status, sent.text).toBe(201)
  const mail = await mailTo(fixture, superAdmin.email, /Something is wrong with this question/)
  for (const part of [id, `${questionId}, version 1`, 'Second?', 'Lesson 1', 'Both are <b>true</b>.'])
    expect(mail).toContain(part)
  expect(mail).not.toContain(owner.email)
  expect(mail).not.toContain('evil.example')
  expect((await fixture.call('POST', path, { as: owner, body: { text: 'Again' } })).status).toBe(409)
})
