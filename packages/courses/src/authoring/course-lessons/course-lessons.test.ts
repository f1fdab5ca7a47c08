import { customers } from '@freeor/billing/tables'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { startAttempt } from '../../attempts/commands.ts'
import { getLesson, listLessons } from '../../catalog/find-lessons.ts'
import { courseLessons, lessons, questions } from '../../catalog/tables.ts'
import { type AddedCourse, addCourse } from '../../catalog/testing.ts'
import { viewerOf } from '../../catalog/viewer.ts'
import { createCourse } from '../courses/commands.ts'
import { expectOneOrder } from '../order/testing.ts'
import { type AuthorsAccount, codeOf, openAuthoringFixture } from '../testing.ts'
import { addLesson, changeCourseLesson, moveLesson, removeCourseLesson } from './commands.ts'
import { listAccountLessons, readOutline } from './queries.ts'
import { listAccountLessonsQuery } from './schema.ts'

const current = openAuthoringFixture()

const outline = async ({ people }: AuthorsAccount, courseId: string, actor = people.owner) =>
  await readOutline(current().database.db, { actor, courseId })

const titlesOf = async (account: AuthorsAccount, courseId: string) =>
  (await outline(account, courseId)).lessons.map(({ data }) => data.title).join('')

/** A course of an account of its own, with a lesson for each letter. */
async function lettered(letters: string, isPublished = true): Promise<[AuthorsAccount, AddedCourse]> {
  const account = await current().addAccount('freeor_biz')
  const { companyId } = account
  const course = await addCourse(current().database.db, {
    companyId,
    lessons: [...letters].map((title) => ({ title, published: isPublished })),
  })
  return [account, course]
}

test('a new lesson has the defaults of the specification', async () => {
  const { deps, database } = current()
  const account = await current().addAccount('freeor_free')
  const { companyId, people } = account
  const courseId = await createCourse(deps, { actor: people.owner, companyId }, { name: 'Course' })
  await addLesson(deps, { actor: people.owner, courseId }, {})
  const added = await addLesson(deps, { actor: people.admin, courseId }, {})
  expect(added.slug).toBe('2')
  const lesson = await getLesson(database.db, viewerOf(people.owner), { lessonId: added.lessonId })
  expect(lesson).toMatchObject({ aid: people.owner.userId, course: [courseId], themeColor: 'info' })
  expect(lesson.data).toMatchObject({
    ...{ published: false, videoType: 'youtube', order: 2, slug: '2', title: 'Lesson 2' },
    quiz: { name: 'Add quiz name', questions: 0 },
  })
  await database.db.update(courseLessons).set({ slug: '3' }).where(eq(courseLessons.lessonId, added.lessonId))
  expect((await addLesson(deps, { actor: people.owner, courseId }, { title: 'Named' })).slug).toBe('4')
  expect(await titlesOf(account, courseId)).toBe('Lesson 1Lesson 2Named')
})

test('only owner, admins and super admins add and order lessons, and others learn no more than they may see', async () => {
  const { deps } = current()
  const [account, course] = await lettered('ab', false)
  const [first] = course.lessons
  const courseLesson = { courseId: course.id, lessonId: first?.id ?? '' }
  for (const [role, actor] of Object.entries(account.people)) {
    const manages = ['owner', 'admin', 'superAdmin'].includes(role)
    const expected = manages ? 'ok' : role === 'stranger' ? 'not_found' : 'forbidden'
    expect(await codeOf(addLesson(deps, { actor, courseId: course.id }, {})), role).toBe(expected)
    expect(await codeOf(moveLesson(deps, { actor, ...courseLesson }, null)), role).toBe(expected)
    expect(await codeOf(changeCourseLesson(deps, { actor, ...courseLesson }, { slug: 'one' })), role).toBe(
      expected,
    )
    expect(await codeOf(outline(account, course.id, actor)), role).toBe(
      role === 'stranger' ? 'not_found' : 'ok',
    )
  }
})

test('a lesson may stand in a second course of its account, with an address and position of its own, and in no other account', async () => {
  const { deps, database } = current()
  const [account, course] = await lettered('ab')
  const second = await addCourse(database.db, { companyId: account.companyId, name: 'Second', lessons: [{}] })
  const editing = { actor: account.people.owner, courseId: second.id }
  const lessonId = course.lessons[0]?.id ?? ''
  expect(await addLesson(deps, editing, { lessonId })).toEqual({ lessonId, slug: '2' })
  expect(await codeOf(addLesson(deps, editing, { lessonId }))).toBe('conflict')
  const [one] = (await outline(account, course.id)).lessons
  expect(one?.otherCourses).toEqual([{ courseId: second.id, name: 'Second' }])
  const [, foreign] = await lettered('x')
  expect(await codeOf(addLesson(deps, editing, { lessonId: foreign.lessons[0]?.id ?? '' }))).toBe('not_found')
  // Taken out of one, it stays in the other; out of that it cannot be taken.
  const courseLesson = { ...editing, lessonId }
  expect(await codeOf(removeCourseLesson(deps, courseLesson))).toBe('ok')
  expect(await codeOf(removeCourseLesson(deps, { ...courseLesson, courseId: course.id }))).toBe('conflict')
  expect(await titlesOf(account, course.id)).toBe('ab')
})

test('an address is the lesson’s own in its course, and the mark of the free preview moves', async () => {
  const { deps } = current()
  const [account, course] = await lettered('ab')
  const [a, b] = course.lessons.map(({ id }) => ({
    actor: account.people.owner,
    courseId: course.id,
    lessonId: id,
  }))
  if (!a || !b) throw new Error('Two lessons')
  expect(await codeOf(changeCourseLesson(deps, b, { slug: '1' }))).toBe('conflict')
  await changeCourseLesson(deps, b, { slug: 'freedom-of-belief' })
  await changeCourseLesson(deps, a, { isPreview: true })
  await changeCourseLesson(deps, b, { isPreview: true })
  expect(
    (await outline(account, course.id)).lessons.map(({ data, isPreview }) => [data.slug, isPreview]),
  ).toEqual([
    ['1', false],
    ['freedom-of-belief', true],
  ])
})

test('the plan counts drafts and not archived lessons, in each course', async () => {
  const { deps, database } = current()
  const account = await current().addAccount('freeor_free')
  const { companyId, people } = account
  const course = await addCourse(database.db, {
    companyId,
    lessons: [{}, { published: false }, { archivedAt: new Date() }],
  })
  const editing = { actor: people.owner, courseId: course.id }
  expect((await addLesson(deps, editing, {})).slug).toBe('4')
  expect(await codeOf(addLesson(deps, editing, {}))).toBe('payment_required')
  expect(await codeOf(addLesson(deps, { ...editing, actor: people.superAdmin }, {}))).toBe('payment_required')
  expect(await outline(account, course.id)).toMatchObject({
    used: 3,
    plan: { planID: 'freeor_free', lessons: 3 },
  })
  await database.db
    .update(customers)
    .set({ planID: 'freeor_basic' })
    .where(eq(customers.companyId, companyId))
  expect(await codeOf(addLesson(deps, editing, {}))).toBe('ok')
})

test('of twelve lessons that are added at once, the plan’s ten are there, each with its address and position', async () => {
  const { deps } = current()
  const account = await current().addAccount('freeor_basic')
  const { companyId, people } = account
  const courseId = await createCourse(deps, { actor: people.owner, companyId }, { name: 'Course' })
  const codes = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const actor = n % 2 ? people.owner : people.admin
      return await codeOf(addLesson(deps, { actor, courseId }, {}))
    }),
  )
  expect(codes.filter((code) => code === 'ok')).toHaveLength(10)
  const { lessons: added } = await outline(account, courseId)
  expect(added.map(({ data }) => data.slug)).toEqual(Array.from({ length: 10 }, (_, n) => `${n + 1}`))
})

test('learners are told of a published lesson’s address, and nobody but the account of a draft’s', async () => {
  const { deps, told } = current()
  const [account, course] = await lettered('ab')
  const editing = { actor: account.people.owner, courseId: course.id }
  told.length = 0
  await moveLesson(deps, { ...editing, lessonId: course.lessons[1]?.id ?? '' }, null)
  const { lessonId } = await addLesson(deps, editing, {})
  await changeCourseLesson(deps, { ...editing, lessonId }, { slug: 'draft' })
  expect(told.map(({ isShown }) => isShown)).toEqual([true, false, false])
})

test('an author’s outline says what is open, and what a learner has done is not in it', async () => {
  const { deps, database } = current()
  const [account, course] = await lettered('a')
  const lessonId = course.lessons[0]?.id ?? ''
  for (const one of [account.people.stranger, account.people.superAdmin])
    await startAttempt(
      { db: deps.db, clock: deps.clock },
      { userId: one.userId, seesDrafts: false },
      lessonId,
    )
  const [lesson] = (await outline(account, course.id)).lessons
  expect(lesson?.openAttempts).toBe(2)
  expect(lesson).not.toHaveProperty('state')
  expect(await database.db.$count(questions, eq(questions.lessonId, lessonId))).toBe(2)
})

const letters = [...'abcdef']

test('however two people’s moves interleave, both screens end with the order of the server, and no lesson is lost', async () => {
  const { deps, database } = current()
  const [account, course] = await lettered('abcdef')
  const { db } = database
  const idOf = (letter: string) => course.lessons[letters.indexOf(letter)]?.id ?? ''
  const people = [account.people.owner, account.people.admin] as const
  await expectOneOrder({
    letters,
    read: async (who) =>
      (await listLessons(db, viewerOf(people[who]), course.id)).map(({ data }) => data.title),
    async move(who, { id, after }) {
      const courseLesson = { actor: people[who], courseId: course.id, lessonId: idOf(id) }
      await moveLesson(deps, courseLesson, after === null ? null : idOf(after))
    },
  })
  const rows = await db.select().from(courseLessons).where(eq(courseLessons.courseId, course.id))
  expect(new Set(rows.map(({ position }) => position)).size).toBe(letters.length)
  expect(await db.$count(lessons, eq(lessons.companyId, account.companyId))).toBe(letters.length)
})

test('a hundred moves to one spot renew the keys, and readers see no order in between', async () => {
  const { deps, database } = current()
  const [account, course] = await lettered('abcd')
  const ids = course.lessons.map(({ id }) => id)
  const at = (lessonId = '') => ({ actor: account.people.owner, courseId: course.id, lessonId })
  for (let n = 0; n < 100; n += 1) await moveLesson(deps, at(n % 2 ? ids[2] : ids[1]), ids[0] ?? '')
  expect(await titlesOf(account, course.id)).toBe('acbd')
  const rows = await database.db.select().from(courseLessons).where(eq(courseLessons.courseId, course.id))
  expect(Math.max(...rows.map(({ position }) => position.length))).toBeLessThanOrEqual(40)
  expect(rows.some(({ position }) => position.startsWith('~'))).toBe(false)
})

test('an account’s lessons are filtered by course, owner and archive, and sorted either way', async () => {
  const { db } = current().database
  const [account, course] = await lettered('bca')
  const { companyId, people } = account
  const other = await addCourse(db, { companyId, lessons: [{ title: 'd' }, { archivedAt: new Date() }] })
  const shared = course.lessons[1]?.id ?? ''
  await addLesson(current().deps, { actor: people.owner, courseId: other.id }, { lessonId: shared })
  await db
    .update(lessons)
    .set({ updatedAt: new Date(0) })
    .where(eq(lessons.id, shared))
  const list = async (query: z.input<typeof listAccountLessonsQuery>, actor = people.owner) =>
    await listAccountLessons(db, { actor, companyId }, listAccountLessonsQuery.parse(query))
  const titles = async (query: z.input<typeof listAccountLessonsQuery>) =>
    (await list(query)).map(({ data }) => data.title).join('')
  expect(await titles({})).toBe('abcd')
  expect(await titles({ descending: 'true' })).toBe('dcba')
  expect(await titles({ course: course.id })).toBe('abc')
  expect(await titles({ course: other.id })).toBe('cd')
  expect(await titles({ course: 'crs_missing' })).toBe('')
  expect((await titles({ sort: 'lastUpdated' })).startsWith('c')).toBe(true)
  expect((await list({ archived: 'true' })).map(({ archived }) => archived)).toEqual([true])
  expect(await list({ archived: 'any' })).toHaveLength(5)
  expect(await list({ aid: people.owner.userId })).toHaveLength(4)
  expect(await list({ aid: people.member.userId })).toEqual([])
  const [found] = (await list({})).filter(({ _docId }) => _docId === shared)
  expect(found?.course.toSorted()).toEqual([course.id, other.id].toSorted())
  expect(await codeOf(list({}, people.stranger))).toBe('not_found')
})
