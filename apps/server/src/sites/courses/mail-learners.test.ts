import { users } from '@freeor/accounts/tables'
import { courseLessons, lessons } from '@freeor/courses/catalog/tables'
import { type AddedCourse, type AddedLesson, addCourse } from '@freeor/courses/catalog/testing'
import { addGradedRun } from '@freeor/courses/organizations/testing'
import { changeChoices } from '@freeor/courses/progress/choices/commands'
import { sendDueMails } from '@freeor/courses/progress/mails/commands'
import { learnerChoices, lessonProgress } from '@freeor/courses/progress/tables'
import { mailOutbox } from '@freeor/messaging/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import { addPerson, type Person } from '../../testing/people.ts'

/** Mails by choice: only what was chosen, once, and only to whom may be written. */

const DAY_MS = 86_400_000
const start = new Date('2026-03-01T12:00:00Z')
const on = (day: number) => new Date(start.getTime() + day * DAY_MS)
const everything = {
  ...{ mailsReminder: true, mailsNewLesson: true, mailsCertificate: true },
  mailsMessage: true,
}

let fixture: LearnersFixture
let course: AddedCourse
let made = 0

beforeAll(async () => {
  fixture = await openLearnersFixture()
  await fixture.deps.jobs.createQueue(deliverMailJob)
})
afterAll(async () => await fixture.close())
beforeEach(async () => {
  const { db } = fixture.deps
  await db.delete(mailOutbox)
  // Nobody of the test before chooses anything any more.
  await db.delete(learnerChoices)
  course = await addCourse(db, {
    companyId: fixture.people.superAdmin.companyId,
    name: 'Liberty https://evil.example',
    now: on(-30),
  })
})

const lessonAt = (at: number): AddedLesson => {
  const lesson = course.lessons[at]
  if (!lesson) throw new Error('The course has two lessons')
  return lesson
}

/** Somebody who graded the first `graded` lessons on day 0. */
async function learner(graded: number, choices: Partial<typeof everything> = everything): Promise<Person> {
  made += 1
  const { deps, call } = fixture
  const person = await addPerson(deps, call, { name: `learner${made}` })
  const { userId } = person
  for (const lesson of course.lessons.slice(0, graded)) {
    await addGradedRun(deps.db, { userId, lesson, score: 1, gradedAt: on(0) })
  }
  const seen = { openedAt: on(0), updatedAt: on(0), countedUntil: on(0) }
  await deps.db
    .insert(lessonProgress)
    .values({ userId, lessonId: lessonAt(0).id, positionSeconds: 5, ...seen })
  await changeChoices(deps.db, userId, choices, on(0))
  return person
}

/** One run of the job, as on a server of its own. */
const run = (day: number) => sendDueMails({ ...fixture.coursesDeps, clock: { now: () => on(day) } })

const subjectsTo = async ({ email }: Person) =>
  (await fixture.deps.db.select().from(mailOutbox).where(eq(mailOutbox.to, email)))
    .map(({ subject }) => subject)
    .sort()

test('a learner who stopped is reminded once after the quiet time, by two servers at once and on every later day', async () => {
  const ann = await learner(1)
  await run(6)
  expect(await subjectsTo(ann)).toEqual([])
  await Promise.all([run(8), run(8), run(8)])
  await run(8)
  await run(40)
  expect(await subjectsTo(ann)).toEqual(['You stopped at lesson 2'])
})

test('without a choice nothing is sent, and each choice brings its own mail alone', async () => {
  const silent = await learner(1, {})
  const ann = await learner(2, { mailsCertificate: true })
  const other = await learner(2, { mailsReminder: true })
  await run(10)
  expect(await subjectsTo(silent)).toEqual([])
  expect(await subjectsTo(ann)).toEqual(['Your certificate is ready'])
  // Everything is done: there is nothing to be reminded of.
  expect(await subjectsTo(other)).toEqual([])
})

test('nobody who is banned, deleted or without a proven address is written to', async () => {
  const { db } = fixture.deps
  const away = [{ banned: true }, { deletedAt: on(1) }, { emailVerified: false }]
  const people = await Promise.all(away.map(() => learner(2)))
  const stopped = await Promise.all(away.map(() => learner(1)))
  for (const [at, state] of away.entries())
    for (const { userId } of [people[at], stopped[at]].filter((one) => one !== undefined))
      await db.update(users).set(state).where(eq(users.id, userId))
  await run(10)
  for (const person of [...people, ...stopped]) expect(await subjectsTo(person)).toEqual([])
})

test('a finished course brings one mail for each edition, to who finished it lately', async () => {
  const ann = await learner(2)
  await Promise.all([run(1), run(1)])
  await run(2)
  expect(await subjectsTo(ann)).toEqual(['Your certificate is ready'])
  const late = await learner(2)
  await run(30)
  expect(await subjectsTo(late)).toEqual([])
})

test('a new lesson is told to who began the course before, has not opened it, and has not been told', async () => {
  const { db } = fixture.deps
  const ann = await learner(1)
  const stranger = fixture.people.stranger
  await changeChoices(db, stranger.userId, everything, on(0))
  const opened = await learner(1)
  const draft = lessonAt(1)
  await db
    .update(lessons)
    .set({ publishedAt: on(3), title: 'Madison' })
    .where(eq(lessons.id, draft.id))
  await db.insert(lessonProgress).values({
    ...{ userId: opened.userId, lessonId: draft.id, positionSeconds: 0 },
    ...{ openedAt: on(3), updatedAt: on(3), countedUntil: on(3) },
  })
  await run(2)
  expect(await subjectsTo(ann)).toEqual([])
  await Promise.all([run(4), run(4)])
  await run(5)
  expect(await subjectsTo(ann)).toEqual(['A new lesson in Liberty evil. example'])
  expect(await subjectsTo(opened)).toEqual([])
  expect(await subjectsTo(stranger)).toEqual([])
})

test('a draft, an archived lesson and an archived course are not told of', async () => {
  const { db } = fixture.deps
  const ann = await learner(1, { mailsNewLesson: true })
  const { id } = lessonAt(1)
  await db
    .update(lessons)
    .set({ publishedAt: on(3), published: false })
    .where(eq(lessons.id, id))
  await run(4)
  await db
    .update(lessons)
    .set({ published: true, archivedAt: on(3) })
    .where(eq(lessons.id, id))
  await run(4)
  await db.delete(courseLessons).where(eq(courseLessons.lessonId, id))
  await run(4)
  expect(await subjectsTo(ann)).toEqual([])
})

test('the link in a mail ends its kind without signing in, and only that kind of that learner', async () => {
  const { db } = fixture.deps
  const ann = await learner(1)
  const bob = await learner(1)
  await run(8)
  const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.to, ann.email))
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const link = mail?.headers['List-Unsubscribe']?.slice(1, -1) ?? ''
  expect(mail?.text).toContain(link)
  const token = new URL(link).searchParams.get('token') ?? ''
  const send = (path: string, sent: string) =>
    fixture.call('POST', `/api/learning/mail-stops${path}`, { body: { token: sent } })
  expect((await send('/open', token)).body).toEqual({ kind: 'reminder' })
  const choices = async (as: Person) => (await fixture.call('GET', '/api/learning/choices', { as })).body
  expect(await choices(ann)).toEqual(everything)
  expect((await send('', token)).body).toEqual({ kind: 'reminder' })
  expect((await send('', token)).status).toBe(200)
  expect(await choices(ann)).toEqual({ ...everything, mailsReminder: false })
  expect(await choices(bob)).toEqual(everything)
  // Neither another learner nor another kind by the same proof.
  for (const forged of [token.replace(ann.userId, bob.userId), token.replace('reminder', 'certificate'), 'x'])
    expect((await send('', forged)).status).toBe(404)
  expect(await choices(bob)).toEqual(everything)
})
