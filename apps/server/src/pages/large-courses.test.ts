import { users } from '@freeor/accounts/tables'
import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { confirmedMembers } from '@freeor/courses/organizations/tables'
import { putOrgAdmin } from '@freeor/courses/organizations/testing'
import { newId } from '@freeor/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../testing/learners-fixture.ts'
import { openCourseBrowsers } from '../testing/pages.ts'

/** Pages about a course of 200 lessons send what their screens show. */

const organization = 'Sample University'
let fixture: LearnersFixture
let course: AddedCourse

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { deps, people } = fixture
  course = await addCourse(deps.db, {
    ...{ companyId: people.superAdmin.companyId, id: 'crs_introduction' },
    lessons: Array.from({ length: 200 }, () => ({ questions: [{ question: 'Only?' }] })),
  })
  await putOrgAdmin(deps.db, people.owner.userId, [organization])
  const members = Array.from({ length: 100 }, (_, at) => ({
    ...{ id: newId('usr'), name: `Member ${at + 1}`, email: `member-${at + 1}@people.example` },
    ...{ org: organization, emailVerified: true },
  }))
  await deps.db.insert(users).values(members)
  const confirmedAt = deps.clock.now()
  await deps.db
    .insert(confirmedMembers)
    .values(members.map(({ id }) => ({ userId: id, organization, confirmedAt })))
})
afterAll(async () => await fixture.close())

const { signedIn } = openCourseBrowsers(() => fixture)

const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0

test('the page of an author has every lesson, and the tools of those that a screen begins with', async () => {
  const author = await signedIn(fixture.people.superAdmin)
  const { status, html } = await author.open(`/course/${course.id}`)
  expect(status).toBe(200)
  expect(count(html, /<h3 /g)).toBe(200)
  expect(count(html, /aria-label="Unpublish: Lesson/g)).toBe(30)
  expect(html.length).toBeLessThan(1_000_000)
})

test('the page of a quiz has every question, and the editors of those that a screen begins with', async () => {
  const asked = Array.from({ length: 200 }, (_, at) => ({ question: `Number ${at + 1}?` }))
  const { companyId } = fixture.people.superAdmin
  const { id } = await addCourse(fixture.deps.db, { companyId, lessons: [{ questions: asked }] })
  const author = await signedIn(fixture.people.superAdmin)
  const { status, html } = await author.open(`/course/${id}/lesson/1/quiz`)
  expect(status).toBe(200)
  expect(count(html, /<article id="que_/g)).toBe(200)
  expect(count(html, />Save question</g)).toBe(10)
  expect(html.length).toBeLessThan(800_000)
})

test('the table of an organization draws the scores of 200 lessons without an element for each', async () => {
  const admin = await signedIn(fixture.people.owner)
  const { status, html } = await admin.open('/org')
  expect(status).toBe(200)
  expect(count(html, /role="rowheader"/g)).toBe(100)
  expect(html).toContain('aria-label="Lessons 1 to 200: not graded"')
  expect(html.length).toBeLessThan(600_000)
})
