import { users } from '@freeor/accounts/tables'
import { startAttempt } from '@freeor/courses/attempts/commands'
import { addCourse } from '@freeor/courses/catalog/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtPaths } from '../testing/built-paths.ts'
import { type LearnersFixture, openLearnersFixture } from '../testing/learners-fixture.ts'
import { type Browser, openCourseBrowsers } from '../testing/pages.ts'

/** Where the pages of Courses lead: whoever opens whichever page of the build arrives somewhere. */

let fixture: LearnersFixture
let paths: string[]
const browsers = openCourseBrowsers(() => fixture)

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { db } = fixture.deps
  const { member, superAdmin } = fixture.people
  const asked = { question: 'Who wrote it?', options: ['Roger', 'James'] }
  const course = await addCourse(db, {
    ...{ id: 'crs_introduction', companyId: superAdmin.companyId },
    lessons: [{ questions: [asked] }, { questions: [asked], isPreview: true }],
  })
  const [lesson] = course.lessons
  const learner = { userId: member.userId, seesDrafts: false }
  const { id: quizId } = await startAttempt(fixture.coursesDeps, learner, lesson?.id ?? '')
  paths = await builtPaths({
    ...{ courseId: course.id, lessonSlug: lesson?.slug ?? '', quizId },
    ...{ userId: member.userId, companyId: member.companyId },
  })
})
afterAll(async () => await fixture.close())

/** Leaving would end the session in the middle of the walk. */
const opened = () =>
  [...paths, '/login?next=/quizzes', '/signup?next=/quizzes'].filter((path) => path !== '/logout')

/** The addresses that somebody passes from a path to the page, which is the last of them. */
async function follow(browser: Browser, path: string): Promise<{ passed: string[]; status: number }> {
  const passed = [path]
  for (;;) {
    const { status, location } = await browser.open(passed.at(-1) ?? '')
    if (location === null) return { passed, status }
    const { pathname, search } = new URL(location, 'http://courses.example')
    expect(passed, `from ${path}`).not.toContain(pathname + search)
    passed.push(pathname + search)
    expect(passed.length, `from ${path}: ${passed.join(', ')}`).toBeLessThan(7)
  }
}

async function arriveEverywhere(browser: Browser): Promise<Map<string, string>> {
  const arrived = new Map<string, string>()
  for (const path of opened()) {
    const { passed, status } = await follow(browser, path)
    expect(status, passed.join(', ')).toBeLessThan(500)
    arrived.set(path, passed.at(-1) ?? '')
  }
  return arrived
}

test('a visitor arrives wherever they go, without going round in a circle', async () => {
  const arrived = await arriveEverywhere(browsers.browse())
  expect(arrived.get('/quiz')).toBe('/quizzes')
  expect(arrived.get('/lessons')).toBe('/course/crs_introduction/lesson/1')
  expect(arrived.get('/settings')).toBe('/login?next=%2Fsettings%2Fprofile')
})

test('a user who has proven nothing is asked for the code by every page of learning, and never in a circle', async () => {
  const credentials = { email: 'unproven@people.example', password: 'a horse unproven' }
  await fixture.call('POST', '/api/auth/sign-up/email', { body: credentials })
  const arrived = await arriveEverywhere(await browsers.signedIn(credentials))
  for (const path of ['/courses', '/quizzes', '/org', '/review', '/progress', '/course/crs_introduction'])
    expect(arrived.get(path), path).toBe(`/verify_account?next=${encodeURIComponent(path)}`)
  expect(arrived.get('/quiz')).toBe('/verify_account?next=%2Fquizzes')
  const lesson = '/course/crs_introduction/lesson/1'
  expect(arrived.get(lesson)).toBe(`/verify_account?next=${encodeURIComponent(lesson)}`)
  expect(arrived.get('/login?next=/quizzes')).toBe('/verify_account?next=%2Fquizzes')
  expect(arrived.get('/settings')).toBe('/settings/profile')

  await fixture.deps.db.update(users).set({ emailVerified: true }).where(eq(users.email, credentials.email))
  const proven = await arriveEverywhere(await browsers.signedIn(credentials))
  expect(proven.get('/quiz')).toBe('/quizzes')
  expect(proven.get('/signup?next=/quizzes')).toBe('/quizzes')
  expect(proven.get('/login')).toBe('/course/crs_introduction')
})

test('a super admin arrives everywhere too', async () => {
  const arrived = await arriveEverywhere(await browsers.signedIn(fixture.people.superAdmin))
  expect(arrived.get('/courses')).toBe('/courses')
  expect(arrived.get('/admin')).toBe('/admin/users')
})
