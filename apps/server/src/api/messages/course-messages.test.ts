import { auditLog } from '@freeor/accounts/tables'
import { addCourse } from '@freeor/courses/catalog/testing'
import { queueMessageMails } from '@freeor/courses/messages/commands'
import { courseMessages } from '@freeor/courses/messages/tables'
import { lessonProgress } from '@freeor/courses/progress/tables'
import { mailOutbox } from '@freeor/messaging/tables'
import { startTestMailServer, type TestMailServer } from '@freeor/messaging/testing'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { impersonate } from '../../testing/impersonation.ts'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import { addPerson, type Person } from '../../testing/people.ts'

/** Messages to all learners of a course, through the real mail server. */

let server: TestMailServer
let fixture: LearnersFixture
beforeAll(async () => {
  server = await startTestMailServer()
  fixture = await openLearnersFixture({ smtpUrl: server.url, jobs: true })
})
afterAll(async () => {
  await fixture.close()
  await server.close()
})

const body = {
  subject: 'A new lesson',
  text: 'Dear learners,\n\nthere is a new lesson.',
  key: 'key-of-a-page',
}

/** A course of the owner's company with learners who opened its first lesson. */
async function courseWith(learners: readonly Person[]) {
  const { owner } = fixture.people
  const { id, lessons } = await addCourse(fixture.deps.db, { companyId: owner.companyId, name: 'Liberty' })
  const lessonId = lessons[0]?.id ?? ''
  const now = new Date()
  const seen = { positionSeconds: 5, openedAt: now, updatedAt: now, countedUntil: now }
  for (const { userId } of learners)
    await fixture.deps.db.insert(lessonProgress).values({ userId, lessonId, ...seen })
  return id
}
let made = 0
const learner = async () => {
  made += 1
  return await addPerson(fixture.deps, fixture.call, { name: `reader${made}` })
}
const send = async (courseId: string, as: Person, more: Partial<typeof body> = {}) =>
  await fixture.call('POST', `/api/courses/${courseId}/messages`, { as, body: { ...body, ...more } })
const list = async (courseId: string, as = fixture.people.owner) =>
  await fixture.call('GET', `/api/courses/${courseId}/messages`, { as })
const mailsTo = ({ email }: Person) => server.received.filter(({ to }) => to.includes(email))

test('a message reaches each learner once, however often it is sent, and shows how far it is', async () => {
  const { owner, admin } = fixture.people
  const [ann, bob] = [await learner(), await learner()]
  const courseId = await courseWith([ann, bob])
  const preview = await fixture.call('POST', `/api/courses/${courseId}/messages/preview`, {
    as: owner,
    body: { subject: body.subject, text: body.text },
  })
  expect(preview.body).toMatchObject({ subject: 'A new lesson', learners: 2 })
  expect(preview.body.text).toContain('there is a new lesson.')
  expect(server.received).toHaveLength(0)
  const answers = await Promise.all([send(courseId, owner), send(courseId, owner), send(courseId, admin)])
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  await vi.waitFor(() => expect([ann, bob].map((one) => mailsTo(one).length)).toEqual([1, 1]), {
    timeout: 60_000,
  })
  const [{ id = '' } = {}] = (await list(courseId)).body.messages
  await Promise.all([queueMessageMails(fixture.coursesDeps, id), queueMessageMails(fixture.coursesDeps, id)])
  await vi.waitFor(
    async () =>
      expect((await list(courseId)).body).toMatchObject({
        ...{ learners: 2, left: 2 },
        messages: [
          { learners: 2, waiting: 0, delivered: 2, failed: 0, passedOver: 0, subject: 'A new lesson' },
        ],
      }),
    { timeout: 60_000 },
  )
  expect([ann, bob].map((one) => mailsTo(one).length)).toEqual([1, 1])
  const raw = mailsTo(ann)[0]?.raw ?? ''
  expect(raw).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/)
  // Of whichever of the three came first.
  const [sent] = await fixture.deps.db.select().from(courseMessages).where(eq(courseMessages.id, id))
  const sender = [owner, admin].find(({ userId }) => userId === sent?.userId)
  expect(raw).toContain(`Reply-To: ${sender?.email}\r\n`)
  const isSent = and(eq(auditLog.action, 'course_message.sent'), eq(auditLog.objectId, courseId))
  expect(await fixture.deps.db.$count(auditLog, isSent)).toBe(1)
})

test('who ends these mails by the link of one gets no more, of any course', async () => {
  const { owner } = fixture.people
  const [ann, bob] = [await learner(), await learner()]
  const courseId = await courseWith([ann, bob])
  await send(courseId, owner, { key: 'the-first-one' })
  await vi.waitFor(() => expect(mailsTo(ann)).toHaveLength(1), { timeout: 60_000 })
  const [mail] = await fixture.deps.db.select().from(mailOutbox).where(eq(mailOutbox.to, ann.email))
  const link = /<([^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const token = new URL(link).searchParams.get('token') ?? ''
  const stopped = await fixture.call('POST', '/api/learning/mail-stops', { body: { token } })
  expect(stopped.body).toEqual({ kind: 'message' })
  const other = await courseWith([ann, bob])
  expect((await list(other)).body.learners).toBe(1)
  await send(other, owner, { key: 'the-second-one' })
  await vi.waitFor(() => expect(mailsTo(bob)).toHaveLength(2), { timeout: 60_000 })
  expect(mailsTo(ann)).toHaveLength(1)
  const back = await fixture.call('PATCH', '/api/learning/choices', { as: ann, body: { mailsMessage: true } })
  expect(back.body).toMatchObject({ mailsMessage: true })
  expect((await list(other)).body.learners).toBe(2)
})

test('only the owner and the admins write, and nobody as somebody else', async () => {
  const { member, viewer, stranger, owner, superAdmin } = fixture.people
  const courseId = await courseWith([await learner()])
  expect((await send(courseId, stranger)).status).toBe(404)
  expect((await list(courseId, stranger)).status).toBe(404)
  for (const as of [member, viewer]) expect((await send(courseId, as)).status).toBe(403)
  const acting = await impersonate(fixture, superAdmin, owner)
  expect((await send(courseId, acting)).status).toBe(403)
  const isOfCourse = eq(courseMessages.courseId, courseId)
  expect(await fixture.deps.db.$count(courseMessages, isOfCourse)).toBe(0)
})

test('a course sends three messages a day at most, also from two windows at once, and none to nobody', async () => {
  const { owner } = fixture.people
  const courseId = await courseWith([await learner()])
  const sent = await Promise.all(
    [1, 2, 3, 4, 5].map((n) => send(courseId, owner, { key: `window-${n}-key` })),
  )
  expect(sent.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 429, 429])
  expect((await list(courseId)).body.left).toBe(0)
  expect((await send(await courseWith([]), owner)).status).toBe(409)
  expect((await send(courseId, owner, { subject: '  ' })).status).toBe(422)
})
