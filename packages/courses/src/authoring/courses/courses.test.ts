import { companies, users } from '@freeor/accounts/tables'
import { customers } from '@freeor/billing/tables'
import { AppError } from '@freeor/kernel/errors'
import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listLessons } from '../../catalog/find-lessons.ts'
import { getCourse } from '../../catalog/queries.ts'
import { courses, lessonCaptions, questions, questionVersions } from '../../catalog/tables.ts'
import { addCourse } from '../../catalog/testing.ts'
import { viewerOf } from '../../catalog/viewer.ts'
import { type AuthorsAccount, codeOf, openAuthoringFixture } from '../testing.ts'
import { changeCourse, createCourse, duplicateCourse, moveCourse } from './commands.ts'
import { listAuthorsCourses } from './queries.ts'
import { listCoursesQuery } from './schema.ts'

const current = openAuthoringFixture()

const create = async ({ companyId, people }: AuthorsAccount, name: string, actor = people.owner) =>
  await createCourse(current().deps, { actor, companyId }, { name })

const list = async (
  account: AuthorsAccount,
  query: Record<string, string> = {},
  actor = account.people.owner,
) =>
  await listAuthorsCourses(
    current().database.db,
    { actor, companyId: account.companyId },
    listCoursesQuery.parse(query),
  )

const namesOf = async (account: AuthorsAccount, query: Record<string, string> = {}) =>
  (await list(account, query)).courses.map(({ name }) => name)

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof AppError)) throw new Error('It was not refused', { cause: error })
  return { code: error.code, message: error.message, ...error.details }
}

test('a new course is a draft with the defaults of the specification, first among the cards', async () => {
  const account = await current().addAccount('freeor_basic')
  const first = await create(account, 'First')
  await create(account, 'Second')
  expect(await namesOf(account)).toEqual(['Second', 'First'])
  const course = (await list(account)).courses[1]
  expect(course).toMatchObject({
    ...{ _docId: first, aid: account.people.owner.userId, name: 'First', themeColor: 'info' },
    ...{ favorite: false, archived: false, data: { courseName: 'First' }, lessons: 0 },
  })
  expect(await codeOf(getCourse(current().database.db, viewerOf(account.people.stranger), first))).toBe(
    'not_found',
  )
})

test('owner, admins and super admins create; members and viewers are told who does, strangers nothing', async () => {
  const account = await current().addAccount('freeor_biz')
  const codes = async (work: (actor: AuthorsAccount['people']['owner']) => Promise<unknown>) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(account.people).map(async ([role, actor]) => [role, await codeOf(work(actor))]),
      ),
    )
  const managers = { owner: 'ok', admin: 'ok', superAdmin: 'ok', member: 'forbidden', viewer: 'forbidden' }
  expect(await codes(async (actor) => await create(account, 'One', actor))).toEqual({
    ...managers,
    stranger: 'forbidden',
  })
  const courseId = await create(account, 'Another')
  const { deps } = current()
  const changed = { ...managers, stranger: 'not_found' }
  expect(
    await codes(async (actor) => await changeCourse(deps, { actor, courseId }, { favorite: true })),
  ).toEqual(changed)
  expect(await codes(async (actor) => await moveCourse(deps, { actor, courseId }, null))).toEqual(changed)
  expect(await codes(async (actor) => await duplicateCourse(deps, { actor, courseId }))).toEqual(changed)
})

test('a course is renamed, coloured, marked, archived and returned, and its account alone is told of a draft', async () => {
  const { deps, told, clock } = current()
  const account = await current().addAccount('freeor_free')
  const courseId = await create(account, 'Old')
  const editing = { actor: account.people.owner, courseId }
  clock.advance(60_000)
  await changeCourse(deps, editing, { name: 'New', themeColor: 'dark', favorite: true, description: 'What' })
  const [course] = (await list(account)).courses
  expect(course).toMatchObject({
    name: 'New',
    themeColor: 'dark',
    favorite: true,
    data: { courseName: 'New' },
  })
  expect(course?.lastUpdated).toBe(clock.now().toISOString())
  await changeCourse(deps, editing, { archived: true })
  expect(await namesOf(account)).toEqual([])
  expect(await namesOf(account, { archived: 'true' })).toEqual(['New'])
  await changeCourse(deps, editing, { archived: false })
  expect(await namesOf(account)).toEqual(['New'])
  expect(told.filter((change) => change.courseId === courseId)).toHaveLength(4)
  expect(told.every((change) => change.courseId !== courseId || !change.isShown)).toBe(true)
})

test('the list is for accounts that chose a course plan, and for super admins', async () => {
  const none = await current().addAccount()
  expect(await codeOf(list(none))).toBe('not_found')
  expect(await codeOf(list(none, {}, none.people.superAdmin))).toBe('ok')
  const account = await current().addAccount('freeor_free')
  for (const role of ['owner', 'admin', 'member', 'viewer'] as const)
    expect((await list(account, {}, account.people[role])).abilities, role).toEqual({
      edit: role !== 'viewer',
      manage: role === 'owner' || role === 'admin',
    })
  expect(await codeOf(list(account, {}, account.people.stranger))).toBe('not_found')
  expect(await codeOf(list(account, { all: 'true' }))).toBe('not_found')
})

test('a list is filtered by owner and archive, and sorted', async () => {
  const { deps, clock } = current()
  const account = await current().addAccount('freeor_biz')
  for (const name of ['b', 'C', 'a']) {
    clock.advance(1_000)
    await create(account, name)
  }
  const [last] = (await list(account)).courses
  await changeCourse(deps, { actor: account.people.owner, courseId: last?._docId ?? '' }, { archived: true })
  expect(await namesOf(account, { archived: 'any', sort: 'name' })).toEqual(['a', 'b', 'C'])
  expect(await namesOf(account, { sort: 'name', descending: 'true' })).toEqual(['C', 'b'])
  expect(await namesOf(account, { sort: '_created' })).toEqual(['b', 'C'])
  expect(await namesOf(account, { aid: account.people.owner.userId })).toHaveLength(2)
  expect(await namesOf(account, { uid: account.people.stranger.userId })).toEqual([])
  expect(
    await namesOf(account, { uid: account.people.stranger.userId, aid: account.people.owner.userId }),
  ).toEqual([])
})

test('a copy has lessons, captions and questions of its own, all drafts', async () => {
  const { deps, database } = current()
  const { db } = database
  const account = await current().addAccount('freeor_basic')
  const source = await addCourse(db, {
    ...{ companyId: account.companyId, name: 'Conscience' },
    lessons: [
      { title: 'One', captions: [{ kind: 'captions', language: 'en', label: 'English', vtt: 'WEBVTT' }] },
      { title: 'Two', slug: 'two', isPreview: true },
      { title: 'Gone', archivedAt: new Date() },
    ],
  })
  const copy = await duplicateCourse(deps, { actor: account.people.owner, courseId: source.id })
  const viewer = viewerOf(account.people.owner)
  expect((await getCourse(db, viewer, copy)).name).toBe('Copy of Conscience')
  const copied = await listLessons(db, viewer, copy)
  expect(copied.map(({ data, isPreview }) => [data.title, data.slug, data.published, isPreview])).toEqual([
    ['One', '1', false, false],
    ['Two', 'two', false, true],
  ])
  expect(copied.map(({ data }) => data.quiz.questions)).toEqual([2, 2])
  const ids = copied.map(({ _docId }) => _docId)
  expect(source.lessons.some(({ id }) => ids.includes(id))).toBe(false)
  expect(await db.$count(lessonCaptions, eq(lessonCaptions.lessonId, ids[0] ?? ''))).toBe(1)
  const rows = await db
    .select()
    .from(questions)
    .innerJoin(questionVersions, eq(questionVersions.questionId, questions.id))
    .where(eq(questions.lessonId, ids[0] ?? ''))
  const known = source.lessons.flatMap((lesson) => lesson.questions.flatMap(({ options }) => options))
  for (const { question_versions: version } of rows) {
    expect(version.options.map(({ id }) => id)).toContain(version.answerOptionId)
    expect(version.options.some((option) => known.some(({ id }) => id === option.id))).toBe(false)
  }
})

test('past the plan’s courses, creating and returning answer 402 with the numbers and where to upgrade', async () => {
  const { deps } = current()
  const account = await current().addAccount('freeor_free')
  const courseId = await create(account, 'One')
  const editing = { actor: account.people.owner, courseId }
  expect(await refusalOf(create(account, 'Two'))).toEqual({
    code: 'payment_required',
    message: 'Your plan has room for 1 course. Upgrade to have more.',
    ...{ limit: 'courses', allowed: 1, used: 1, upgrade: '/_subscribe/' },
  })
  expect(await codeOf(duplicateCourse(deps, editing))).toBe('payment_required')
  await changeCourse(deps, editing, { archived: true })
  await create(account, 'Two')
  expect(await codeOf(changeCourse(deps, editing, { archived: false }))).toBe('payment_required')
  expect(await namesOf(account)).toEqual(['Two'])
})

test('a course returns from the archive only with as many lessons as the plan allows', async () => {
  const { deps, database } = current()
  const account = await current().addAccount('freeor_free')
  const { companyId } = account
  const full = await addCourse(database.db, { companyId, archivedAt: new Date(), lessons: [{}, {}, {}, {}] })
  const refused = changeCourse(deps, { actor: account.people.owner, courseId: full.id }, { archived: false })
  expect(await refusalOf(refused)).toMatchObject({ limit: 'lessons', allowed: 3, used: 4 })
})

test('without a plan the refusal says to choose one, after its end that it has ended', async () => {
  const none = await current().addAccount()
  expect((await refusalOf(create(none, 'One'))).message).toBe('Choose a plan to create courses.')
  const ended = await current().addAccount('freeor_pro')
  await current()
    .database.db.update(customers)
    .set({ subscriptionStatus: 'canceled' })
    .where(eq(customers.companyId, ended.companyId))
  expect(await refusalOf(create(ended, 'One'))).toMatchObject({
    ...{ message: 'Your plan has ended. Choose a plan to go on creating.', allowed: 0 },
    subscription_status: 'canceled',
  })
})

test('of ten that are created at once, as many are there as the plan allows', async () => {
  const { database } = current()
  const account = await current().addAccount('freeor_basic')
  const codes = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => await codeOf(create(account, `Course ${n}`))),
  )
  expect(codes.filter((code) => code === 'ok')).toHaveLength(3)
  expect(codes.filter((code) => code === 'payment_required')).toHaveLength(7)
  const isTheirs = and(eq(courses.companyId, account.companyId), isNull(courses.archivedAt))
  expect(await database.db.$count(courses, isTheirs)).toBe(3)
})

test('the account of a super admin has no limit', async () => {
  const { db } = current().database
  const account = await current().addAccount()
  await db.update(users).set({ role: 'super_admin' }).where(eq(users.id, account.people.owner.userId))
  for (const name of ['One', 'Two', 'Three', 'Four']) await create(account, name)
  expect((await list(account)).plan).toMatchObject({ courses: null, lessons: null })
})

test('after a plan got smaller everything that is there stays and is seen', async () => {
  const { db } = current().database
  const account = await current().addAccount('freeor_pro')
  const made = [await create(account, 'One'), await create(account, 'Two')]
  await addCourse(db, { companyId: account.companyId, name: 'Published' })
  const isTheirs = eq(customers.companyId, account.companyId)
  await db.update(customers).set({ planID: 'freeor_free' }).where(isTheirs)
  expect(await namesOf(account)).toHaveLength(3)
  expect((await list(account)).used).toBe(3)
  const [shown] = await db.select().from(courses).where(eq(courses.name, 'Published'))
  const stranger = viewerOf(account.people.stranger)
  expect((await listLessons(db, stranger, shown?.id ?? '')).length).toBe(2)
  expect(
    await codeOf(
      changeCourse(
        current().deps,
        { actor: account.people.owner, courseId: made[0] ?? '' },
        { name: 'Still' },
      ),
    ),
  ).toBe('ok')
})

test('who owns the account owns its courses: `aid` follows a hand-over', async () => {
  const { db } = current().database
  const account = await current().addAccount('freeor_free')
  await create(account, 'One')
  const { userId } = account.people.admin
  await db.update(companies).set({ ownerUserId: userId }).where(eq(companies.id, account.companyId))
  expect((await list(account)).courses[0]?.aid).toBe(userId)
})
