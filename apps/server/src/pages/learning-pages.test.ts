import { startAttempt } from '@freeor/courses/attempts/commands'
import { quizAttempts } from '@freeor/courses/attempts/tables'
import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { addGradedRun, putOrgAdmin } from '@freeor/courses/organizations/testing'
import { readChoices } from '@freeor/courses/progress/choices/queries'
import { makeStopToken } from '@freeor/courses/progress/mails/stop-token'
import { newId } from '@freeor/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../testing/learners-fixture.ts'
import { openCourseBrowsers } from '../testing/pages.ts'

/** The pages of a lesson, a quiz, one's progress and an organization as a browser without script has them. */

const organization = 'Sample University'

let fixture: LearnersFixture
let course: AddedCourse

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { companyId } = fixture.people.superAdmin
  course = await addCourse(fixture.deps.db, {
    ...{ companyId, id: 'crs_introduction', name: 'Liberty' },
    lessons: [
      { title: 'Conscience', transcript: 'The **way** of inner light', questions: [{ question: 'Who?' }] },
      { title: 'Free to read', isPreview: true },
      { title: 'A draft', published: false, slug: 'draft' },
      { title: 'Without a quiz', questions: [] },
    ],
  })
})
afterAll(async () => await fixture.close())

const { browse, signedIn } = openCourseBrowsers(() => fixture)

const lessonAt = (slug: string) => `/course/${course.id}/lesson/${slug}`
const idOf = (at: number) => course.lessons[at]?.id ?? ''

test('a lesson: a learner reads it, a visitor is asked for an account that leads back, a preview is open', async () => {
  const read = await (await signedIn(fixture.people.member)).open(lessonAt('1'))
  expect(read.status).toBe(200)
  expect(read.html).toContain('<strong>way</strong> of inner light')
  expect(read.html).toContain('Free to read')
  expect(read.html).toContain('This lesson has no video yet. You can read it below.')
  const asked = await browse().open(lessonAt('1'))
  expect(asked.status).toBe(401)
  expect(asked.html).toContain(`next=${encodeURIComponent(lessonAt('1'))}`)
  expect(asked.html).not.toContain('inner light')
  const preview = await browse().open(lessonAt('2'))
  expect(preview.status).toBe(200)
  expect(preview.html).toContain('This lesson has no video yet.')
  expect(preview.html).not.toContain('You can read it below.')
})

test('a draft and a lesson that never was are the same page, for a learner and for a visitor', async () => {
  const learner = await signedIn(fixture.people.member)
  const wordsOf = (html: string) =>
    html
      .replace(/<script.*?<\/script>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
  for (const browser of [learner, browse()]) {
    const [draft, never] = [await browser.open(lessonAt('draft')), await browser.open(lessonAt('never'))]
    expect([draft.status, never.status]).toEqual([404, 404])
    expect(wordsOf(draft.html)).toBe(wordsOf(never.html))
  }
})

test('a quiz is opened once, is its learner’s alone, and is taken again only when it is graded', async () => {
  const learner = await signedIn(fixture.people.member)
  const start = () => learner.submit('/quizzes', { intent: 'start', lessonId: idOf(0) })
  const [first, second] = [await start(), await start()]
  expect(first.status).toBe(302)
  expect(second.location).toBe(first.location)
  const path = first.location ?? ''
  const page = await learner.open(path)
  expect(page.html).toContain('Who?')
  expect(page.html).toMatch(/<fieldset/)
  const other = await signedIn(fixture.people.stranger)
  expect((await other.open(path)).status).toBe(404)
  expect((await other.submit(`${path}/retake`, {})).status).toBe(404)
  expect((await learner.submit(`${path}/retake`, {})).status).toBe(409)
  expect((await browse().submit('/quizzes', { intent: 'start', lessonId: idOf(0) })).status).toBe(401)
  expect((await learner.submit('/quizzes', { intent: 'start', lessonId: idOf(2) })).status).toBe(404)
  const attemptId = path.split('/').at(-1) ?? ''
  const grade = `/api/quiz-attempts/${attemptId}/grade`
  await fixture.call('POST', grade, { as: fixture.people.member, body: { device: 'phone', number: 0 } })
  expect((await learner.open(path)).html).toContain('0 of 1')
  const again = await learner.submit(`${path}/retake`, {})
  expect(again.status).toBe(302)
  expect(again.location).not.toBe(path)
})

test('a graded quiz whose lesson is not published any more says so, and is not offered again', async () => {
  const { member, superAdmin } = fixture.people
  const learner = await signedIn(member)
  const started = await learner.submit('/quizzes', { intent: 'start', lessonId: idOf(0) })
  const path = started.location ?? ''
  const grade = `/api/quiz-attempts/${path.split('/').at(-1)}/grade`
  await fixture.call('POST', grade, { as: member, body: { device: 'phone', number: 0 } })
  expect((await learner.open(path)).html).toContain('Retake the quiz')
  const lesson = `/api/lessons/${idOf(0)}`
  expect((await fixture.call('POST', `${lesson}/unpublish`, { as: superAdmin })).status).toBe(200)
  const { status, html } = await learner.open(path)
  expect(status).toBe(200)
  expect(html).toContain('The lesson of this quiz is not published any more.')
  expect(html).not.toContain('Retake the quiz')
  // It was open before the lesson was unpublished.
  expect(await learner.submit(`${path}/retake`, {})).toMatchObject({ status: 302, location: path })
  expect((await fixture.call('POST', `${lesson}/publish`, { as: superAdmin })).status).toBe(200)
})

test('a quiz without questions says so', async () => {
  const learner = await signedIn(fixture.people.member)
  const { location } = await learner.submit('/quizzes', { intent: 'start', lessonId: idOf(3) })
  const { status, html } = await learner.open(location ?? '')
  expect(status).toBe(200)
  expect(html).toContain('There are no questions in this quiz.')
  expect(html).not.toContain('<fieldset')
})

test.each(['/courses', '/quizzes', '/quiz/att_none', '/review', '/progress', '/org'])(
  '%s asks a visitor to log in',
  async (path) => {
    const { status, html } = await browse().open(path)
    expect(status).toBe(401)
    expect(html).toContain('Please Login to View this Page')
  },
)

test('the profile says beside the organization what its admins see', async () => {
  const { html } = await (await signedIn(fixture.people.member)).open('/settings/profile')
  expect(html).toContain('They never see which answers you chose.')
})

test('a card is marked by its learner, and by nobody else', async () => {
  const { viewer, stranger } = fixture.people
  const learner = { userId: viewer.userId, seesDrafts: false }
  const { id: attemptId } = await startAttempt(fixture.coursesDeps, learner, idOf(0))
  const fields = { intent: 'mark', attemptId, favorite: 'true' }
  expect((await (await signedIn(stranger)).submit('/quizzes', fields)).status).toBe(404)
  const own = await signedIn(viewer)
  expect((await own.submit('/quizzes', fields)).status).toBe(200)
  const read = await fixture.call('GET', `/api/quiz-attempts/${attemptId}`, { as: viewer })
  expect(read.body.favorite).toBe(true)
})

test('every quiz has its card, also of a learner with more than a page of them', async () => {
  const learner = fixture.people.viewer
  const many = await addCourse(fixture.deps.db, {
    ...{ companyId: fixture.people.superAdmin.companyId, name: 'A long course' },
    lessons: Array.from({ length: 201 }, (_, i) => ({
      title: `Long ${i}`,
      quizName: `Quiz ${i}.`,
      questions: [],
    })),
  })
  const at = new Date()
  await fixture.deps.db.insert(quizAttempts).values(
    many.lessons.map(({ id }, i) => ({
      ...{ id: newId('att'), userId: learner.userId, lessonId: id, name: `Quiz ${i}.`, questionCount: 0 },
      ...{ createdAt: at, updatedAt: at },
    })),
  )
  const { html } = await (await signedIn(learner)).open('/quizzes')
  const shown = new Set([...html.matchAll(/Quiz (\d+)\./g)].map(([, i]) => Number(i)))
  expect(shown.size).toBe(201)
})

test('an organization: its admin sees and confirms its members, everybody else finds nothing', async () => {
  const { owner, member } = fixture.people
  const { db } = fixture.deps
  const body = { phone: '+15552223333', org: organization }
  await fixture.call('PATCH', '/api/account/profile', { as: member, body })
  const [lesson] = course.lessons
  if (lesson) await addGradedRun(db, { userId: member.userId, lesson, score: 1, gradedAt: new Date() })
  await putOrgAdmin(db, owner.userId, [organization])
  const admin = await signedIn(owner)
  const waiting = await admin.open('/org')
  expect(waiting.status).toBe(200)
  expect(waiting.html).toContain('Test member')
  const fields = { intent: 'confirm', uid: member.userId, name: 'Test member', confirmed: 'true' }
  const outsider = await signedIn(fixture.people.stranger)
  expect((await outsider.submit('/org', fields)).status).toBe(404)
  expect((await admin.submit('/org', fields)).status).toBe(200)
  const { html } = await admin.open(`/org/members/${member.userId}`)
  expect(html).toContain('100')
  for (const path of ['/org', '/org/progress', '/org/invite', `/org/members/${member.userId}`]) {
    expect((await outsider.open(path)).status, path).toBe(404)
    expect((await browse().open(path)).status, path).toBe(401)
    expect((await admin.open(path)).status, path).toBe(200)
  }
})

test('mails are chosen on the progress page, and a mail program’s button ends a kind without signing in', async () => {
  const { db, auth } = fixture.deps
  const { admin } = fixture.people
  const learner = await signedIn(admin)
  const saved = await learner.submit('/progress', {
    ...{ intent: 'mails', mailsReminder: 'on', mailsCertificate: 'on' },
  })
  expect(saved.status).toBe(200)
  const chosen = { mailsReminder: true, mailsNewLesson: false, mailsCertificate: true, mailsMessage: false }
  expect(await readChoices(db, admin.userId)).toEqual(chosen)
  const token = makeStopToken(auth.secret, { userId: admin.userId, kind: 'reminder' })
  const path = `/mails/stop?token=${token}`
  // Programs follow the links of mails: looking changes nothing.
  const looked = await browse().open(path)
  expect(looked.html).toContain('Stop these mails')
  expect(await readChoices(db, admin.userId)).toEqual(chosen)
  // As RFC 8058 says: no cookie, no origin, this body.
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const posted = await browse().post(path, body)
  expect(posted.status).toBe(200)
  expect(await readChoices(db, admin.userId)).toEqual({ ...chosen, mailsReminder: false })
  expect((await browse().open('/mails/stop?token=forged')).html).toContain('This link does not work')
  expect((await browse().post('/mails/stop?token=forged', body)).status).toBe(404)
})
