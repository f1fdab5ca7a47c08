import { startAttempt } from '@freeor/courses/attempts/commands'
import { questionVersions } from '@freeor/courses/catalog/tables'
import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { putOrgAdmin } from '@freeor/courses/organizations/testing'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshen } from '../testing/account-things.ts'
import { builtPaths } from '../testing/built-paths.ts'
import { type LearnersFixture, openLearnersFixture } from '../testing/learners-fixture.ts'
import { type Browser, openPages } from '../testing/pages.ts'
import type { Person } from '../testing/people.ts'

/**
 * No page tells of a key or an explanation before the attempt is graded. A marker stands in each of them; a student, an
 * admin of their organization and a visitor open every page of Courses, as a document and as the data that a navigation
 * inside the browser loads. The pages are those of the build, so a new one is opened too.
 */

const marker = 'zz-secret-key-zz'

let fixture: LearnersFixture
let course: AddedCourse
let student: Person
let quizId: string
let paths: string[]

beforeAll(async () => {
  fixture = await openLearnersFixture()
  const { db } = fixture.deps
  student = fixture.people.member
  const asked = { question: 'Who wrote it?', options: ['Roger', 'James'], explanation: `It is ${marker}` }
  course = await addCourse(db, {
    ...{ id: 'crs_introduction', companyId: fixture.people.superAdmin.companyId },
    lessons: [
      { transcript: 'The way of inner light', questions: [asked, asked] },
      { questions: [asked], isPreview: true },
    ],
  })
  await db.update(questionVersions).set({
    options: sql`(SELECT jsonb_agg(CASE WHEN one->>'id' = ${questionVersions.answerOptionId}
      THEN one || jsonb_build_object('correct', ${marker}::text) ELSE one END)
      FROM jsonb_array_elements(${questionVersions.options}) AS one)`,
  })
  const learner = { userId: student.userId, seesDrafts: false }
  const attempt = await startAttempt(fixture.coursesDeps, learner, course.lessons[0]?.id ?? '')
  quizId = attempt.id
  const [question] = attempt.questions
  await fixture.call('PUT', `/api/quiz-attempts/${quizId}/answers/${question?.questionId}`, {
    ...{ as: student, body: { optionId: question?.options[0]?.id, device: 'phone', number: 1, seen: 0 } },
  })
  await fixture.call('PUT', '/api/reviews', { as: student, body: { on: true } })
  await fixture.call('PATCH', '/api/account/profile', {
    ...{ as: student, body: { phone: '+15552223333', org: 'Sample University' } },
  })
  await putOrgAdmin(db, fixture.people.viewer.userId, ['Sample University'])
  paths = await builtPaths({
    ...{ courseId: course.id, lessonSlug: course.lessons[0]?.slug ?? '', quizId },
    ...{ userId: student.userId, companyId: student.companyId },
  })
})
afterAll(async () => await fixture.close())

const pages = () => openPages(fixture)
let visits = 0
const browse = () => pages()({ site: 'courses', address: `198.51.101.${++visits}` })

async function signedIn({ email, password }: Person): Promise<Browser> {
  const browser = browse()
  expect((await browser.submit('/login', { email, password })).status).toBe(302)
  return browser
}

/** Where a navigation inside the browser finds the data of a page. */
const dataPath = (path: string) => (path === '/' ? '/_root.data' : `${path}.data`)

/** Leaving would end the session in the middle of the walk. */
const opened = () => paths.filter((path) => path !== '/logout')

async function expectSecret(browser: Browser): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  for (const path of opened())
    for (const address of [path, dataPath(path)]) {
      const { html, status } = await browser.open(address)
      expect(html, address).not.toContain(marker)
      expect(html, address).not.toMatch(/answerOptionId/)
      expect(status, address).toBeLessThan(500)
      seen.set(address, html)
    }
  return seen
}

test('every page of the build is opened', () => {
  for (const path of [
    '/',
    '/quizzes',
    `/quiz/${quizId}`,
    '/review',
    '/org',
    '/settings/profile',
    '/admin/users',
  ])
    expect(paths).toContain(path)
  expect(paths.length).toBeGreaterThan(60)
})

test('a student, their admin and a visitor find no key on any page and in no data of a page', async () => {
  const seen = await expectSecret(await signedIn(student))
  // The student saw what a student sees: the questions themselves, and not a refusal.
  expect(seen.get(`/quiz/${quizId}`)).toContain('Who wrote it?')
  expect(seen.get(`/quiz/${quizId}.data`)).toContain('Who wrote it?')
  const overview = await expectSecret(await signedIn(fixture.people.viewer))
  expect(overview.get(`/org/members/${student.userId}`)).toContain('Test member')
  await expectSecret(browse())
})

const read = async (as: Person, path: string) => {
  const response = await fixture.request('GET', path, { as, site: 'courses' })
  expect(response.status, path).toBe(200)
  const text = await response.text()
  expect(text, path).not.toContain(marker)
  expect(text, path).not.toMatch(/"?(correct|answerOptionId|explanation)"?[:,]/i)
  return text
}

test('the exports of a student and of their admin hold none either', async () => {
  await freshen(fixture, student)
  expect(await read(student, '/api/account/export')).toContain('Who wrote it?')
  for (const format of ['csv', 'xapi']) await read(student, `/api/learning/record?format=${format}`)
  const { viewer } = fixture.people
  expect(await read(viewer, '/api/org/members.csv')).toContain('Test member')
  await read(viewer, `/api/org/members/${student.userId}`)
})

test('the search of a course finds what is said in it, and nothing of a question', async () => {
  const hits = async (q: string) => {
    const answer = await fixture.call('GET', `/api/courses/${course.id}/search?q=${q}`, { as: student })
    expect(answer.text).not.toContain(marker)
    return answer.body.hits.length
  }
  expect(await hits('light')).toBe(1)
  for (const word of ['wrote', 'Roger', 'James', marker, 'secret']) expect(await hits(word), word).toBe(0)
})

test('once it is graded, its page explains', async () => {
  const body = { device: 'phone', number: 1 }
  const graded = await fixture.call('POST', `/api/quiz-attempts/${quizId}/grade`, { as: student, body })
  expect(graded.status, graded.text).toBe(200)
  const { html } = await (await signedIn(student)).open(`/quiz/${quizId}`)
  expect(html).toContain(`It is ${marker}`)
  expect(html).not.toContain('"correct":"')
})
