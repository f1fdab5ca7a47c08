import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LearnersFixture, openLearnersFixture } from '../testing/learners-fixture.ts'
import { type Browser, openCourseBrowsers } from '../testing/pages.ts'

/** The shared settings as the Courses site shows them: they speak of what there is on it. */

let fixture: LearnersFixture
let owner: Browser

beforeAll(async () => {
  fixture = await openLearnersFixture()
  owner = await signedIn(fixture.people.owner)
})
afterAll(async () => await fixture.close())

const { signedIn } = openCourseBrowsers(() => fixture)

/** The page's words, without the scripts and the addresses in its tags. */
async function wordsOf(path: string): Promise<string> {
  const { status, html } = await owner.open(path)
  expect(status).toBe(200)
  const main = /<main[\s\S]*<\/main>/.exec(html.replaceAll(/<script[\s\S]*?<\/script>/g, ''))?.[0] ?? ''
  return main.replaceAll(/<[^>]*>/g, ' ')
}

test.each([
  { path: '/settings/people', says: 'shares its courses and its plan' },
  { path: '/settings/company', says: 'Company profile' },
  { path: '/settings/api_keys', says: 'Courses, lessons and your progress' },
])('on Courses $path says "$says" and nothing of leads, searches and downloads', async ({ path, says }) => {
  const words = await wordsOf(path)
  expect(words).toContain(says)
  expect(words).not.toMatch(/\bleads?\b|\bsearch(es)?\b|\bdownloads?\b/i)
})
