import { setPlanByHand } from '@freeor/billing/admin/commands'
import { customers } from '@freeor/billing/tables'
import { courses, lessons, questions } from '@freeor/courses/catalog/tables'
import { addCourse } from '@freeor/courses/catalog/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshen } from '../../testing/account-things.ts'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import { addPerson, type Person } from '../../testing/people.ts'

/** Plans of authors that are full, become smaller or are lost, and accounts that go, beside somebody who is at work. */

let fixture: LearnersFixture

beforeAll(async () => {
  // Deleting an account leaves a job behind.
  fixture = await openLearnersFixture({ jobs: true })
})
afterAll(async () => await fixture.close())

let authors = 0

async function choosePlan({ companyId }: Person, planID: string): Promise<void> {
  const plan = { companyId, planID, site: 'courses', superAdminUserId: undefined } as const
  await setPlanByHand(fixture.deps.db, { ...plan, reason: 'a test', now: fixture.deps.clock.now() })
}

async function authorWith(planID: string): Promise<Person> {
  const author = await addPerson(fixture.deps, fixture.call, { name: `author-${++authors}` })
  await choosePlan(author, planID)
  return author
}

const invite = async (as: Person, name: string) =>
  await fixture.call('POST', '/api/invitations', {
    ...{ as, body: { email: `${name}@people.example`, role: 'member' } },
  })

const save = async (as: Person, lessonId: string, more: object) =>
  await fixture.call('PATCH', `/api/lessons/${lessonId}`, {
    ...{ as, body: { version: 1, device: `device-${as.userId}`, number: 1, ...more } },
  })

test('an author’s account has as many extra users as its plan says, the next one is 402 with the way to more', async () => {
  const author = await authorWith('freeor_pro')
  const codes: number[] = []
  for (const name of ['one', 'two', 'three', 'four']) codes.push((await invite(author, `pro-${name}`)).status)
  expect(codes).toEqual([201, 201, 201, 402])
  const refused = await invite(author, 'pro-five')
  expect(refused.body).toMatchObject({ code: 'payment_required' })
  expect((await invite(await authorWith('freeor_free'), 'free-one')).status).toBe(402)
})

test('of ten people invited at once a plan of three takes three', async () => {
  const author = await authorWith('freeor_pro')
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => (await invite(author, `crowd-${n}`)).status),
  )
  expect(answers.toSorted()).toEqual([...Array(3).fill(201), ...Array(7).fill(402)])
})

test('after a downgrade members stay and edit, learners lose nothing, and only what adds is 402', async () => {
  const { call, deps, people } = fixture
  const author = await authorWith('freeor_pro')
  const member = await addPerson(deps, call, {
    ...{ name: `colleague-${authors}`, memberOf: { companyId: author.companyId, role: 'member' } },
  })
  const course = await addCourse(deps.db, {
    ...{ companyId: author.companyId, lessons: [{}, {}, {}, {}, { published: false }] },
  })
  const [taken] = course.lessons
  const as = people.stranger
  const begun = await call('POST', '/api/quiz-attempts', { as, body: { lessonId: taken?.id ?? '' } })
  // As when its payment fails: nobody is asked to remove people first.
  await deps.db
    .update(customers)
    .set({ planID: 'freeor_free' })
    .where(eq(customers.companyId, author.companyId))
  expect((await call('GET', `/api/courses/${course.id}/lessons`, { as })).body.lessons).toHaveLength(4)
  const graded = { as, body: { device: 'device', number: 0 } }
  expect((await call('POST', `/api/quiz-attempts/${begun.body.id}/grade`, graded)).status).toBe(200)
  expect(
    (await call('POST', '/api/quiz-attempts', { as, body: { lessonId: course.lessons[1]?.id ?? '' } }))
      .status,
  ).toBe(200)
  expect((await save(member, taken?.id ?? '', { transcript: 'Still written.' })).status).toBe(200)
  const draftId = course.lessons[4]?.id ?? ''
  expect((await call('POST', `/api/lessons/${draftId}/publish`, { as: author })).status).toBe(402)
  expect((await call('POST', `/api/courses/${course.id}/lessons`, { as: author, body: {} })).status).toBe(402)
  expect((await invite(author, 'downgraded')).status).toBe(402)
})

test('a plan that is lost while an editor is open costs no word: saving goes on, publishing is 402', async () => {
  const { call, deps } = fixture
  const author = await authorWith('freeor_basic')
  const { companyId } = author
  const course = await addCourse(deps.db, { companyId, lessons: [{}, {}, {}, { published: false }] })
  const draftId = course.lessons[3]?.id ?? ''
  for (let round = 0; round < 6; round += 1) {
    await choosePlan(author, 'freeor_basic')
    await call('POST', `/api/lessons/${draftId}/unpublish`, { as: author })
    const [{ version } = { version: 0 }] = await deps.db
      .select({ version: lessons.version })
      .from(lessons)
      .where(eq(lessons.id, draftId))
    const words = `Round ${round}, written while the plan ends.`
    const [, saved, published] = await Promise.all([
      choosePlan(author, 'freeor_free'),
      save(author, draftId, { version, number: round + 1, transcript: words }),
      call('POST', `/api/lessons/${draftId}/publish`, { as: author }),
    ])
    expect(saved.status, saved.text).toBe(200)
    expect([200, 402]).toContain(published.status)
    const { body } = await call('GET', `/api/lessons/${draftId}/source`, { as: author })
    expect(body).toMatchObject({ content: { transcript: words }, published: published.status === 200 })
  }
})

test('an author who deletes the account beside their own saves leaves archived courses, and no half of anything', async () => {
  const { call, deps } = fixture
  for (let round = 0; round < 4; round += 1) {
    const author = await authorWith('freeor_pro')
    // A super admin edits the lesson at the same moment.
    const member = fixture.people.superAdmin
    const course = await addCourse(deps.db, { companyId: author.companyId, lessons: [{}] })
    const lessonId = course.lessons[0]?.id ?? ''
    await freshen(fixture, author)
    const [deleted, ...others] = await Promise.all([
      call('DELETE', '/api/account', { as: author, body: { email: author.email } }),
      save(author, lessonId, { title: 'Mine' }),
      save(member, lessonId, { transcript: 'Theirs' }),
      call('POST', `/api/lessons/${lessonId}/questions`, { as: member, body: {} }),
      call('POST', `/api/courses/${course.id}/lessons`, { as: author, body: {} }),
    ])
    expect(deleted.status, deleted.text).toBe(204)
    for (const { status, text } of others) expect([200, 201, 401, 402, 403, 404, 409], text).toContain(status)
    const [row] = await deps.db.select().from(courses).where(eq(courses.id, course.id))
    expect(row?.archivedAt).not.toBeNull()
    const [saved] = others
    const [lesson] = await deps.db.select().from(lessons).where(eq(lessons.id, lessonId))
    expect(lesson?.title).toBe(saved?.status === 200 ? 'Mine' : 'Lesson 1')
    const asked = await deps.db.select().from(questions).where(eq(questions.lessonId, lessonId))
    expect(asked.length).toBe(2 + (others[2]?.status === 201 ? 1 : 0))
    expect((await save(author, lessonId, { number: 2, title: 'Late' })).status).toBe(401)
  }
})
