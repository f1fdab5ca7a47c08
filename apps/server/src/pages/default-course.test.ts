import { courses } from '@freeor/courses/catalog/tables'
import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../testing/learners-fixture.ts'
import { type Browser, openCourseBrowsers } from '../testing/pages.ts'

/** The short addresses of the default course: which one it is, and what they say when it is not there. */

let fixture: LearnersFixture
let chosen: AddedCourse

beforeAll(async () => {
  fixture = await openLearnersFixture({ variables: { DEFAULT_COURSE: 'crs_chosen' } })
})
afterAll(async () => await fixture.close())

const { browse, signedIn } = openCourseBrowsers(() => fixture)

const signedInMember = async () => await signedIn(fixture.people.member)

/** Nothing at the short addresses, for a learner and for a visitor; the other pages are there. */
async function expectNothing(learner: Browser): Promise<void> {
  for (const browser of [learner, browse()])
    for (const path of ['/intro', '/intro/lesson/1']) {
      const { status, html } = await browser.open(path)
      expect([path, status]).toEqual([path, 404])
      expect(html).toContain('nothing here')
    }
  for (const path of ['/', '/quizzes', '/review'])
    expect([path, (await learner.open(path)).status]).toEqual([path, 200])
}

test('a default course that is missing is nothing here', async () => {
  const { companyId } = fixture.people.superAdmin
  await addCourse(fixture.deps.db, { companyId, id: 'crs_introduction', name: 'Another course' })
  await expectNothing(await signedInMember())
  chosen = await addCourse(fixture.deps.db, { companyId, id: 'crs_chosen', name: 'The configured course' })
})

test('/lesson, /lessons and /intro/lesson/{n} answer 302, with the lessons of the configured course', async () => {
  for (const path of ['/lesson', '/lessons'])
    expect(await browse().open(path), path).toMatchObject({ status: 302, location: '/intro/lesson/1' })
  for (const n of [1, 2])
    expect(await browse().open(`/intro/lesson/${n}`)).toMatchObject({
      ...{ status: 302, location: `/course/${chosen.id}/lesson/${n}` },
    })
  expect(await (await signedInMember()).open('/intro')).toMatchObject({
    ...{ status: 302, location: `/course/${chosen.id}` },
  })
})

test('the entry Lessons of the menu leads to the default course', async () => {
  const { html } = await (await signedInMember()).open('/about')
  const lessons = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>Lessons<\/a>/g)].map(([, href]) => href)
  expect(lessons.length).toBeGreaterThan(2)
  expect(new Set(lessons)).toEqual(new Set(['/intro']))
})

test('a default course that is archived is nothing here', async () => {
  const { db, clock } = fixture.deps
  await db.update(courses).set({ archivedAt: clock.now() }).where(eq(courses.id, chosen.id))
  await expectNothing(await signedInMember())
})
