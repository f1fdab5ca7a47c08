import { users } from '@freeor/accounts/tables'
import { answerClicks, attemptAnswers, quizAttempts } from '@freeor/courses/attempts/tables'
import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { organizationDueDates } from '@freeor/courses/organizations/tables'
import { addGradedRun, putOrgAdmin } from '@freeor/courses/organizations/testing'
import { lessonNotes, lessonProgress } from '@freeor/courses/progress/tables'
import { newId } from '@freeor/kernel/ids'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'
import { endSubscriptionsJob } from '../../jobs/end-subscriptions.ts'
import { freshen } from '../../testing/account-things.ts'
import { impersonate } from '../../testing/impersonation.ts'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import { addPerson, type Person } from '../../testing/people.ts'

/** A learner's own record: looked at, taken along, deleted. */

let fixture: LearnersFixture
let course: AddedCourse
let ann: Person
const at = new Date('2026-03-04T12:00:00Z')

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { deps, call, people } = fixture
  for (const queue of [deliverMailJob, endSubscriptionsJob]) await deps.jobs.createQueue(queue)
  const { companyId } = people.superAdmin
  course = await addCourse(deps.db, { companyId, id: 'crs_introduction', name: 'Liberty' })
  ann = await addPerson(deps, call, { name: 'ann' })
  await fillRecord(ann)
})
afterAll(async () => await fixture.close())

async function fillRecord({ userId }: Person) {
  const { db } = fixture.deps
  const [lesson] = course.lessons
  if (!lesson) throw new Error('The course has lessons')
  const attemptId = await addGradedRun(db, { userId, lesson, score: 1, gradedAt: at })
  const [question] = lesson.questions
  const click = { attemptId, questionId: question?.id ?? '', optionId: question?.options[1]?.id ?? '' }
  const sent = { ...click, device: 'phone', number: 1 }
  await db.insert(attemptAnswers).values({ ...sent, revision: 1, answeredAt: at })
  await db.insert(answerClicks).values({ ...sent, seen: 0, receivedAt: at })
  const watched: [number, number][] = [[0, 150]]
  await db.insert(lessonProgress).values({
    ...{ userId, lessonId: lesson.id, positionSeconds: 150, durationSeconds: 300, watched },
    ...{ openedAt: at, updatedAt: at },
  })
  const note = { userId, lessonId: lesson.id, second: 12, text: 'Compare with Madison' }
  await db.insert(lessonNotes).values({ id: newId('note'), ...note, createdAt: at, updatedAt: at })
  await db.update(users).set({ org: 'Sample University' }).where(eq(users.id, userId))
}

test('a learner sees their own minutes, scores and due date, and nobody else’s', async () => {
  const { db } = fixture.deps
  const due = { organization: 'Sample University', courseId: course.id, dueOn: '2026-06-30', updatedAt: at }
  await db.insert(organizationDueDates).values(due)
  const own = await fixture.call('GET', '/api/learning/progress', { as: ann })
  expect(own.body).toMatchObject({
    ...{ course: { name: 'Liberty' }, dueOn: '2026-06-30', minutesWatched: 2 },
    lessons: [
      { watched: 0.5, graded: [{ score: 1, questions: 2 }] },
      { watched: null, graded: [] },
    ],
  })
  const other = await fixture.call('GET', '/api/learning/progress', { as: fixture.people.member })
  expect(other.body).toMatchObject({
    dueOn: null,
    minutesWatched: 0,
    lessons: [{ graded: [] }, { graded: [] }],
  })
})

test('no mail is chosen until the learner chooses it, but messages of authors come', async () => {
  const choices = (as: Person) => fixture.call('GET', '/api/learning/choices', { as })
  const none = { mailsReminder: false, mailsNewLesson: false, mailsCertificate: false }
  const nothing = { ...none, mailsMessage: true }
  expect((await choices(ann)).body).toEqual(nothing)
  const body = { mailsNewLesson: true }
  const saved = await fixture.call('PATCH', '/api/learning/choices', { as: ann, body })
  expect(saved.body).toEqual({ ...nothing, ...body })
  expect((await choices(fixture.people.member)).body).toEqual(nothing)
  const acting = await impersonate(fixture, fixture.people.superAdmin, ann)
  const changed = await fixture.call('PATCH', '/api/learning/choices', { as: acting, body })
  expect(changed.status).toBe(403)
})

test('the record is taken along as CSV and as xAPI statements, the same ones each time', async () => {
  const read = async (format: string, as = ann) =>
    await fixture.call('GET', `/api/learning/record?format=${format}`, { as })
  const csv = (await read('csv')).text.trim().split('\r\n')
  expect(csv).toHaveLength(3)
  expect(csv[1]).toContain('"quiz","Lesson 1"')
  expect(csv[2]).toBe(`"video","Lesson 1","","","","2","${at.toISOString()}"`)
  const { text } = await read('xapi')
  const statements = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(statements).toMatchObject([
    {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      actor: { account: { name: ann.userId } },
      verb: { id: 'http://adlnet.gov/expapi/verbs/completed' },
      result: { score: { raw: 1, max: 2, scaled: 0.5 } },
      timestamp: at.toISOString(),
    },
    { verb: { id: 'http://adlnet.gov/expapi/verbs/experienced' }, result: { duration: 'PT2M' } },
  ])
  expect((await read('xapi')).text).toBe(text)
  expect((await read('xapi', fixture.people.member)).text).toBe('')
})

test('the personal export covers all of it, and deleting the account deletes all of it', async () => {
  const { db } = fixture.deps
  await putOrgAdmin(db, ann.userId, ['Sample Fellowship'])
  await freshen(fixture, ann)
  const exported = await fixture.call('GET', '/api/account/export', { as: ann })
  expect(exported.body).toMatchObject({
    quizAttempts: [{ score: 1, answers: [{ question: 'First?', answer: 'No' }] }],
    lessonProgress: [{ positionSeconds: 150 }],
    lessonNotes: [{ text: 'Compare with Madison' }],
    learnerChoices: [{ mailsNewLesson: true }],
    orgAdmin: [{ organization: 'Sample Fellowship' }],
    certificates: [],
    reviewCards: [],
  })
  const deleted = await fixture.call('DELETE', '/api/account', { as: ann, body: { email: ann.email } })
  expect(deleted.status, deleted.text).toBe(204)
  for (const table of [quizAttempts, attemptAnswers, answerClicks, lessonProgress, lessonNotes])
    expect(await db.select().from(table)).toEqual([])
})
