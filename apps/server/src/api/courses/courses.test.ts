import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../../testing/learners-fixture.ts'

let fixture: LearnersFixture
let course: AddedCourse

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { companyId } = fixture.people.superAdmin
  course = await addCourse(fixture.deps.db, {
    ...{ companyId, id: 'crs_introduction', name: 'Introduction' },
    lessons: [{ slug: '1' }, { slug: '2', published: false }],
  })
})

afterAll(async () => await fixture.close())

test('the default course answers under its own id and as `intro`', async () => {
  const { member } = fixture.people
  const named = await fixture.call('GET', '/api/courses/intro', { as: member })
  expect(named.status, named.text).toBe(200)
  expect(named.body).toEqual((await fixture.call('GET', `/api/courses/${course.id}`, { as: member })).body)
  const { body } = await fixture.call('GET', '/api/courses/intro/lessons', { as: member })
  expect(body.lessons.map(({ _docId }) => _docId)).toEqual([course.lessons[0]?.id])
})

test('a visitor learns of an existing course only that it needs an account', async () => {
  const asked = await fixture.call('GET', `/api/courses/${course.id}`)
  expect(asked.status).toBe(401)
  expect(asked.body.detail).toBe('Login or Create a Free account to view this Course')
})

test('an unknown, an archived and a draft course or lesson answer the same bytes', async () => {
  const { db } = fixture.deps
  const { companyId } = fixture.people.superAdmin
  const archived = await addCourse(db, { companyId, archivedAt: new Date() })
  const drafts = await addCourse(db, { companyId, lessons: [{ published: false }] })
  const { member } = fixture.people
  const bytes = async (path: string, as: typeof member | undefined) => {
    const { status, text } = await fixture.call('GET', path, as ? { as } : {})
    return [status, text.replaceAll(/req_\w+/g, '')]
  }
  for (const as of [undefined, member]) {
    const unknown = await bytes('/api/courses/crs_none', as)
    expect(unknown[0]).toBe(404)
    for (const { id } of [archived, drafts]) expect(await bytes(`/api/courses/${id}`, as)).toEqual(unknown)
    const noLesson = await bytes('/api/lessons/les_none', as)
    expect(noLesson[0]).toBe(404)
    for (const one of [archived.lessons[0], drafts.lessons[0], course.lessons[1]])
      expect(await bytes(`/api/lessons/${one?.id}`, as)).toEqual(noLesson)
  }
})

test('only a super admin lists courses, their own account’s unless they ask for all', async () => {
  const { owner, superAdmin } = fixture.people
  const { db } = fixture.deps
  const theirs = await addCourse(db, { companyId: owner.companyId, name: 'Of an author' })
  const list = async (query: string, as = superAdmin) =>
    await fixture.call('GET', `/api/courses?${query}`, { as })
  const ids = async (query: string) => (await list(query)).body.courses.map(({ _docId }) => _docId)
  expect((await list('', owner)).status).toBe(404)
  expect(await ids('')).toContain(course.id)
  expect(await ids('')).not.toContain(theirs.id)
  expect(await ids('all=true')).toContain(theirs.id)
})

test('a visitor is told where the n-th published lesson is, and the page behind it asks for an account', async () => {
  const { companyId } = fixture.people.superAdmin
  const made = await addCourse(fixture.deps.db, {
    companyId,
    lessons: [{ slug: 'draft', published: false }, { slug: 'shown', isPreview: true }, { slug: 'last' }],
  })
  const at = async (n: number | string) =>
    await fixture.call('GET', `/api/courses/${made.id}/lesson-addresses/${n}`)
  expect((await at(1)).body.slug).toBe('shown')
  expect((await at(2)).body.slug).toBe('last')
  for (const [n, status] of [
    [3, 404],
    [0, 422],
    ['one', 422],
  ] as const)
    expect((await at(n)).status).toBe(status)
  const read = async (slug: string) =>
    (await fixture.call('GET', `/api/courses/${made.id}/lessons/${slug}`)).status
  expect([await read('shown'), await read('last'), await read('draft')]).toEqual([200, 401, 404])
})
