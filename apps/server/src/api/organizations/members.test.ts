import { auditLog, users } from '@freeor/accounts/tables'
import { attemptAnswers, quizAttempts } from '@freeor/courses/attempts/tables'
import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { organizationAdmins } from '@freeor/courses/organizations/tables'
import { addGradedRun, putOrgAdmin } from '@freeor/courses/organizations/testing'
import { newId } from '@freeor/kernel/ids'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { impersonate } from '../../testing/impersonation.ts'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'
import { addPerson, type Person } from '../../testing/people.ts'

/** What admins of an organization see of its members, each test also as somebody who may not. */

const [university, fellowship] = ['Sample University', 'Sample Fellowship']
let fixture: LearnersFixture
let course: AddedCourse
let orgAdmin: Person
let otherAdmin: Person
let ann: Person
let bob: Person
let typed: Person

const day = (n: number) => new Date(Date.UTC(2026, 2, n, 12))

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { deps, call, people } = fixture
  const { companyId } = people.superAdmin
  course = await addCourse(deps.db, {
    companyId,
    id: 'crs_introduction',
    lessons: [{}, {}, { published: false }],
  })
  const add = async (name: string, org: string | null, orgIsTyped = false) => {
    const person = await addPerson(deps, call, { name })
    await deps.db.update(users).set({ org, orgIsTyped }).where(eq(users.id, person.userId))
    return person
  }
  orgAdmin = await add('org-admin', null)
  otherAdmin = await add('other-admin', null)
  ann = await add('ann', university)
  bob = await add('bob', university)
  typed = await add('typed', university, true)
  await add('fellow', fellowship)
  await putOrgAdmin(deps.db, orgAdmin.userId, [university])
  await putOrgAdmin(deps.db, otherAdmin.userId, [fellowship])
  const [first, second] = course.lessons
  if (!first || !second) throw new Error('The course has two lessons')
  const runs = [
    { userId: ann.userId, lesson: first, score: 2, gradedAt: day(2) },
    { userId: ann.userId, lesson: first, score: 1, gradedAt: day(3) },
    { userId: ann.userId, lesson: second, score: 2, gradedAt: day(4) },
    { userId: bob.userId, lesson: second, score: 1, gradedAt: day(5) },
  ]
  for (const run of runs) await addGradedRun(deps.db, run)
})
afterAll(async () => await fixture.close())

const table = async (as: Person | undefined, query = '') =>
  await fixture.call('GET', `/api/org/members?${query}`, as ? { as } : {})

const names = async (as: Person, query = '') =>
  (await table(as, query)).body.members.map(({ name }) => name.replace('Test ', ''))

test('an admin sees the members of their organization with the last scores, and nobody who only typed its name', async () => {
  const { body, status, text } = await table(orgAdmin)
  expect(status, text).toBe(200)
  expect(body).toMatchObject({
    total: 2,
    organizations: [university],
    lessons: [{ order: 1 }, { order: 2 }],
    members: [
      {
        uid: ann.userId,
        lessonsDone: 2,
        percent: 100,
        scores: [50, 100],
        score: 75,
        best: 100,
        certificate: null,
      },
      { uid: bob.userId, lessonsDone: 1, percent: 50, scores: [null, 50], lastSeen: day(5).toISOString() },
    ],
  })
  expect(await names(otherAdmin)).toEqual(['fellow'])
})

test('for everybody else there is nothing here, byte for byte as for a member of another organization', async () => {
  const { member, superAdmin } = fixture.people
  const bytes = ({ status, text }: { status: number; text: string }) => [
    status,
    text.replaceAll(/req_\w+/g, ''),
  ]
  const nothing = bytes(await table(member))
  expect(nothing[0]).toBe(404)
  for (const as of [ann, typed, member]) expect(bytes(await table(as))).toEqual(nothing)
  expect(bytes(await table(otherAdmin, `organization=${encodeURIComponent(university)}`))).toEqual(nothing)
  const acting = await impersonate(fixture, superAdmin, member)
  expect(bytes(await table(acting))).toEqual(nothing)
  expect((await table(undefined)).status).toBe(401)
})

test('a super admin sees all users', async () => {
  const { body } = await table(fixture.people.superAdmin, 'limit=200')
  expect(body.members.map(({ uid }) => uid)).toEqual(
    expect.arrayContaining([ann.userId, typed.userId, fixture.people.stranger.userId]),
  )
  expect(body.organizations).toEqual([fellowship, university])
})

test.each([
  ['sort=name&direction=desc', ['bob', 'ann']],
  ['sort=percent', ['bob', 'ann']],
  ['sort=score&direction=desc', ['ann', 'bob']],
  ['sort=lastSeen', ['ann', 'bob']],
  ['sort=certificate', ['ann', 'bob']],
  ['q=AN', ['ann']],
  ['q=%25', []],
  ['state=finished', ['ann']],
  ['state=in_progress', ['bob']],
  ['state=not_started', []],
  ['offset=1&limit=1', ['bob']],
])('the table with %s holds %j', async (query, expected) => {
  // Those who match in the order of the table; certificates have nobody, so the id decides.
  const listed = await names(orgAdmin, query)
  expect(query.includes('certificate') ? listed.toSorted() : listed).toEqual(expected)
})

test('one member’s progress tells scores and dates, never an answer; another organization’s is missing', async () => {
  const [lesson] = course.lessons
  const chosen = lesson?.questions[0]?.options[1]?.id ?? ''
  const [attempt] = await fixture.deps.db
    .select()
    .from(quizAttempts)
    .where(eq(quizAttempts.userId, ann.userId))
  await fixture.deps.db.insert(attemptAnswers).values({
    ...{ attemptId: attempt?.id ?? '', questionId: lesson?.questions[0]?.id ?? '', optionId: chosen },
    ...{ revision: 1, device: 'phone', number: 1, answeredAt: day(2) },
  })
  const read = async (as: Person, userId: string) =>
    await fixture.call('GET', `/api/org/members/${userId}`, { as })
  const { body, text } = await read(orgAdmin, ann.userId)
  expect(body).toMatchObject({
    member: { uid: ann.userId, percent: 100 },
    lessons: [
      {
        graded: [
          { score: 1, questions: 2, gradedAt: day(3).toISOString() },
          { score: 2, questions: 2, gradedAt: day(2).toISOString() },
        ],
      },
      { graded: [{ score: 2 }] },
    ],
  })
  expect(text).not.toContain(chosen)
  const missing = (await read(orgAdmin, newId('usr'))).text.replaceAll(/req_\w+/g, '')
  for (const [as, of] of [
    [orgAdmin, typed],
    [otherAdmin, ann],
  ] as const) {
    const answer = await read(as, of.userId)
    expect([answer.status, answer.text.replaceAll(/req_\w+/g, '')]).toEqual([404, missing])
  }
})

test('the plots count lessons that were finished for the first time, and each member once', async () => {
  const { body } = await fixture.call('GET', '/api/org/progress', {
    as: orgAdmin,
  })
  expect(body).toMatchObject({
    ...{ members: 2, unconfirmed: 2, started: 2, finished: 1 },
    byLesson: [
      { order: 1, done: 1, averageScore: 50 },
      { order: 2, done: 2, averageScore: 75 },
    ],
  })
  expect(body.byWeek).toHaveLength(26)
  expect((await fixture.call('GET', '/api/org/progress', { as: ann })).status).toBe(404)
})

test('the CSV has the table with its filter, inert in a spreadsheet', async () => {
  await fixture.deps.db.update(users).set({ name: '=cmd|x' }).where(eq(users.id, bob.userId))
  const { text } = await fixture.call('GET', '/api/org/members.csv?q=bob', { as: orgAdmin })
  await fixture.deps.db.update(users).set({ name: 'Test bob' }).where(eq(users.id, bob.userId))
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^"'=cmd\|x","bob@people.example","Sample University","no","1","50"/)
  expect((await fixture.call('GET', '/api/org/members.csv', { as: ann })).status).toBe(404)
})

test('an admin confirms a member of theirs, which counts while the profile names the organization', async () => {
  const { db } = fixture.deps
  const confirm = async (as: Person, of: Person, confirmed = true) =>
    (await fixture.call('PUT', `/api/org/members/${of.userId}/confirmation`, { as, body: { confirmed } }))
      .status
  expect(await confirm(otherAdmin, ann)).toBe(404)
  expect(await confirm(orgAdmin, typed)).toBe(404)
  expect(await confirm(ann, ann)).toBe(404)
  expect(await names(orgAdmin, 'confirmed=true')).toEqual([])
  expect(await confirm(orgAdmin, ann)).toBe(204)
  expect(await confirm(orgAdmin, ann)).toBe(204)
  expect(await names(orgAdmin, 'confirmed=true')).toEqual(['ann'])
  expect(await names(orgAdmin, 'confirmed=false')).toEqual(['bob'])
  await db.update(users).set({ org: fellowship }).where(eq(users.id, ann.userId))
  expect(await names(otherAdmin, 'confirmed=true')).toEqual([])
  await db.update(users).set({ org: university }).where(eq(users.id, ann.userId))
  expect(await confirm(orgAdmin, ann, false)).toBe(204)
  expect(await names(orgAdmin, 'confirmed=true')).toEqual([])
  const rows = await db
    .select({ action: auditLog.action, actor: auditLog.actorUserId })
    .from(auditLog)
    .where(inArray(auditLog.action, ['org_member.confirmed', 'org_member.unconfirmed']))
  expect(rows).toEqual([
    { action: 'org_member.confirmed', actor: orgAdmin.userId },
    { action: 'org_member.unconfirmed', actor: orgAdmin.userId },
  ])
})

test('a due date is set for an organization of one’s own alone', async () => {
  const set = async (as: Person, organization: string, dueOn: string) =>
    (await fixture.call('PUT', '/api/org/due-dates', { as, body: { organization, dueOn } })).status
  expect(await set(orgAdmin, fellowship, '2026-06-30')).toBe(404)
  expect(await set(ann, university, '2026-06-30')).toBe(404)
  expect(await set(orgAdmin, university, '2026-06-30')).toBe(204)
  expect((await table(orgAdmin)).body.dueDates).toEqual([{ organization: university, dueOn: '2026-06-30' }])
  expect((await table(otherAdmin)).body.dueDates).toEqual([])
  expect(await set(orgAdmin, university, '0000-01-01')).toBe(422)
  expect(await set(orgAdmin, university, '')).toBe(204)
  expect((await table(orgAdmin)).body.dueDates).toEqual([])
})

test('an admin who is removed sees nothing any more', async () => {
  const { db } = fixture.deps
  expect((await table(otherAdmin)).status).toBe(200)
  await db.delete(organizationAdmins).where(eq(organizationAdmins.userId, otherAdmin.userId))
  expect((await table(otherAdmin)).status).toBe(404)
  await putOrgAdmin(db, otherAdmin.userId, [fellowship])
})
