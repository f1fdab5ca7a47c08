import { addCompanyMember, createAccount } from '@freeor/accounts/commands'
import { companies, companyMembers } from '@freeor/accounts/tables'
import { companyWith, openPlainCustomer } from '@freeor/billing/testing'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyRole } from '@freeor/kernel/scope'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getLesson, listLessons } from '../catalog/find-lessons.ts'
import { getCourse } from '../catalog/queries.ts'
import { type AddedCourse, addCourse } from '../catalog/testing.ts'
import { viewerOf } from '../catalog/viewer.ts'
import {
  findCourseRole,
  requireCourseDraftViewer,
  requireCourseEditor,
  requireCourseOwner,
  requireDraftViewer,
  requireLessonEditor,
  requireLessonOwner,
} from './require-editor.ts'

const now = new Date('2026-03-01T12:00:00Z')
let database: TestDatabase
let companyId: string
let course: AddedCourse
let lessonId: string
let people: Record<CompanyRole | 'stranger', UserActor>

const actorOf = (userId: string, more: Partial<UserActor> = {}): UserActor => ({
  ...{ kind: 'user', userId, email: `${userId}@example.com`, name: 'A user', emailVerified: true },
  ...{ superAdmin: false, sessionId: `ses_${userId}`, ...more },
})

const joined = async (role: CompanyRole): Promise<UserActor> => {
  const account = { email: `${role}@example.com`, name: role, passwordHash: 'none', now }
  const { userId } = await createAccount(database.db, account)
  await addCompanyMember(database.db, { companyId, userId, role, now })
  return actorOf(userId)
}

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  const [author, stranger] = [
    await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer),
    await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer),
  ]
  companyId = author.companyId
  people = {
    owner: actorOf(author.userId),
    admin: await joined('admin'),
    member: await joined('member'),
    viewer: await joined('viewer'),
    stranger: actorOf(stranger.userId),
  }
  course = await addCourse(db, { companyId, lessons: [{ slug: 'draft', published: false }] })
  lessonId = course.lessons[0]?.id ?? ''
})

afterAll(async () => await database.close())

const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : error),
  )
const shortCodeOf = async (work: Promise<unknown>) => String(await codeOf(work)).split(':')[0]

const gates = {
  lesson: [requireDraftViewer, requireLessonEditor, requireLessonOwner],
  course: [requireCourseDraftViewer, requireCourseEditor, requireCourseOwner],
}

const outcomes = async (actor: UserActor) => [
  await Promise.all(gates.lesson.map(async (gate) => await shortCodeOf(gate(database.db, actor, lessonId)))),
  await Promise.all(gates.course.map(async (gate) => await shortCodeOf(gate(database.db, actor, course.id)))),
]

test('the owner and admins manage, members edit, viewers look, and for everybody else there is nothing', async () => {
  const twice = (...codes: string[]) => [codes, codes]
  expect(await outcomes(people.owner)).toEqual(twice('ok', 'ok', 'ok'))
  expect(await outcomes(people.admin)).toEqual(twice('ok', 'ok', 'ok'))
  expect(await outcomes(people.member)).toEqual(twice('ok', 'ok', 'forbidden'))
  expect(await outcomes(people.viewer)).toEqual(twice('ok', 'forbidden', 'forbidden'))
  expect(await outcomes(people.stranger)).toEqual(twice('not_found', 'not_found', 'not_found'))
})

test('a stranger is answered as for an id that never existed', async () => {
  const { db } = database
  for (const gate of gates.lesson)
    expect(await codeOf(gate(db, people.stranger, lessonId))).toBe(
      await codeOf(gate(db, people.owner, 'les_none')),
    )
  for (const gate of gates.course)
    expect(await codeOf(gate(db, people.stranger, course.id))).toBe(
      await codeOf(gate(db, people.owner, 'crs_none')),
    )
})

test('a super admin may do everything, and nothing more than the user they act as', async () => {
  const { userId } = people.stranger
  const everything = ['ok', 'ok', 'ok']
  expect(await outcomes(actorOf(userId, { superAdmin: true }))).toEqual([everything, everything])
  const nothing = ['not_found', 'not_found', 'not_found']
  const acting = actorOf(userId, { superAdmin: true, impersonatedBy: 'usr_super' })
  expect(await outcomes(acting)).toEqual([nothing, nothing])
})

test('a role is that in the account that owns the course, whatever other accounts somebody is a member of', async () => {
  const { db } = database
  const { userId } = people.owner
  const other = await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer)
  await addCompanyMember(db, { companyId: other.companyId, userId, role: 'viewer', now })
  expect(await findCourseRole(db, people.owner, companyId)).toBe('owner')
  expect(await findCourseRole(db, people.owner, other.companyId)).toBe('viewer')
  expect(await findCourseRole(db, people.viewer, other.companyId)).toBe('none')
})

test('members read the drafts of their account on the pages of learners, and strangers do not', async () => {
  const { db } = database
  for (const role of ['owner', 'admin', 'member', 'viewer'] as const) {
    const viewer = viewerOf(people[role])
    expect((await getCourse(db, viewer, course.id)).lessons, role).toBe(1)
    expect((await listLessons(db, viewer, course.id)).map(({ data }) => data.published)).toEqual([false])
    expect((await getLesson(db, viewer, { lessonId })).data.slug).toBe('draft')
  }
  const stranger = viewerOf(people.stranger)
  expect(await codeOf(getCourse(db, stranger, course.id))).toBe('not_found: There is no such course.')
  expect(await codeOf(getLesson(db, stranger, { lessonId }))).toBe('not_found: There is no such lesson.')
})

test('who leaves the account, or loses it to a new owner, has lost the drafts at once', async () => {
  const { db } = database
  const made = await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer)
  const theirs = await addCourse(db, { companyId: made.companyId, lessons: [{ published: false }] })
  const former = actorOf(made.userId)
  expect(await findCourseRole(db, former, made.companyId)).toBe('owner')
  await db
    .delete(companyMembers)
    .where(and(eq(companyMembers.companyId, made.companyId), eq(companyMembers.userId, made.userId)))
  const { userId } = people.stranger
  await addCompanyMember(db, { companyId: made.companyId, userId, role: 'owner', now })
  await db.update(companies).set({ ownerUserId: userId }).where(eq(companies.id, made.companyId))
  expect(await shortCodeOf(requireCourseOwner(db, former, theirs.id))).toBe('not_found')
  expect(await shortCodeOf(getCourse(db, viewerOf(former), theirs.id))).toBe('not_found')
  expect(await getCourse(db, viewerOf(people.stranger), theirs.id)).toMatchObject({ aid: userId, lessons: 1 })
})
