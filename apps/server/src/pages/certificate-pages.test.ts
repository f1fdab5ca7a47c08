import { type AddedLesson, addCourse } from '@freeor/courses/catalog/testing'
import { addGradedAttempt } from '@freeor/courses/certificates/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCertificate, addFinishedCourse } from '../testing/certificate-things.ts'
import { openPages } from '../testing/pages.ts'
import { addPeople, type People } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

/** The pages of certificates as a browser without script has them. */

let system: TestSystem
let people: People
let visits = 0

beforeAll(async () => {
  system = await openTestSystem({ sites: 'courses' })
  people = await addPeople(system.deps, system.call)
})
afterAll(async () => await system.close())

const browse = () => {
  visits += 1
  return openPages(system)({ site: 'courses', address: `198.51.100.${visits}` })
}

async function signedIn(who: 'owner' | 'superAdmin' | 'stranger') {
  const browser = browse()
  const { email, password } = people[who]
  const { status } = await browser.submit('/login', { email, password })
  expect(status).toBe(302)
  return browser
}

test('a stranger reads every field and the status, and finds the files and the verifier', async () => {
  const serial = await addCertificate(system, people.owner)
  const { status, html } = await browse().open(`/certificates/${serial}`)
  expect(status).toBe(200)
  for (const part of [
    'Test owner',
    'Liberty of conscience',
    serial,
    'Valid',
    'did:key:z6Mk',
    'Lesson 1',
    '/verify.html',
  ])
    expect(html).toContain(part)
  expect(html).toContain(`/api/certificates/${serial}/pdf`)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toContain('Keep my name')
  expect(html).not.toContain('Revoke')
  expect((await browse().open('/certificates/0000-0000-0000-0000')).status).toBe(404)
})

test('the button asks for the certificate and leads to it; while a lesson is missing, the page says so', async () => {
  const course = await addFinishedCourse(system, people.owner)
  const learner = await signedIn('owner')
  const { status, location } = await learner.submit(`/course/${course.id}/certificate`, {})
  expect(status).toBe(302)
  const page = await learner.open(location ?? '')
  expect(page.html).toContain('Test owner')
  const other = await signedIn('stranger')
  const refused = await other.submit(`/course/${course.id}/certificate`, {})
  expect(refused).toMatchObject({ status: 302, location: `/course/${course.id}?incomplete` })
  const missing = 'Not every quiz of this course is graded yet'
  expect((await other.open(refused.location ?? '')).html).toContain(missing)
  expect((await learner.open(`/course/${course.id}?incomplete`)).html).not.toContain(missing)
  expect((await browse().submit(`/course/${course.id}/certificate`, {})).status).toBe(401)
  expect((await browse().open(`/course/${course.id}/certificate`)).location).toBe(`/course/${course.id}`)
})

test('the page of the last quiz says that the course is complete, and leads to the certificate', async () => {
  const { coursesDeps } = system
  const { userId, companyId } = people.owner
  const course = await addCourse(coursesDeps.db, { companyId, lessons: [{}, {}] })
  const learner = await signedIn('owner')
  const [one, two] = course.lessons as [AddedLesson, AddedLesson]
  const pageAfter = async (lesson: AddedLesson) => {
    const id = await addGradedAttempt(coursesDeps.db, { userId, lesson, gradedAt: coursesDeps.clock.now() })
    return async () => (await learner.open(`/quiz/${id}`)).html
  }
  const first = await pageAfter(one)
  expect(await first()).not.toContain('You have completed this course.')
  const last = await pageAfter(two)
  expect(await last()).toContain('You have completed this course.')
  expect(await last()).toContain(`action="/course/${course.id}/certificate"`)
  const { location } = await learner.submit(`/course/${course.id}/certificate`, {})
  expect(await first()).toMatch(new RegExp(`<a [^>]*href="${location}"`))
})

test('the learner decides about their name; nobody else can', async () => {
  const serial = await addCertificate(system, people.owner)
  const path = `/certificates/${serial}`
  const learner = await signedIn('owner')
  expect((await learner.open(path)).html).toContain('Keep my name on it')
  const kept = await learner.submit(path, { intent: 'keep-name', keepsName: 'true' })
  expect(kept.html).toContain('Your name stays on the certificate')
  const stranger = await signedIn('stranger')
  expect((await stranger.submit(path, { intent: 'keep-name' })).status).toBe(404)
  expect((await learner.open(path)).html).toMatch(/<input[^>]*name="keepsName"[^>]*checked=""/)
})

test('a super admin issues anew and revokes on the page; the old one leads to the new one', async () => {
  const serial = await addCertificate(system, people.owner)
  const admin = await signedIn('superAdmin')
  const body = { reason: 'The name was misspelled.' }
  const { location } = await admin.submit(`/certificates/${serial}`, { intent: 'reissue', ...body })
  expect(location).toMatch(/^\/certificates\/[0-9A-Z-]{19}$/)
  const old = await browse().open(`/certificates/${serial}`)
  expect(old.html).toContain('Superseded')
  expect(old.html).toContain(`href="${location}"`)
  const revoked = await admin.submit(location ?? '', { intent: 'revoke', reason: 'It was a mistake.' })
  expect(revoked.html).toContain('It was a mistake.')
  const stranger = await signedIn('stranger')
  expect((await stranger.submit(location ?? '', { intent: 'revoke', ...body })).status).toBe(403)
})

test('verify.html is one file with the keys and the script in it; did.json names the same keys', async () => {
  await addCertificate(system, people.owner)
  const { status, html } = await browse().open('/verify.html')
  expect(status).toBe(200)
  const keys = JSON.parse(html.match(/id="keys">([^<]*)</)?.[1] ?? '[]') as { id: string }[]
  expect(keys).toHaveLength(2)
  expect(html.match(/<(?:link|script|img|iframe)[^>]*(?:src|href)=/)).toBeNull()
  const issuer = JSON.parse((await browse().open('/.well-known/did.json')).html)
  expect(issuer.id).toMatch(/^did:web:/)
  expect(JSON.stringify(issuer.verificationMethod)).toContain(keys[0]?.id)
})
