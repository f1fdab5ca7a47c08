import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectEveryLook, open } from '../browser.ts'
import { courses, journey } from '../journey.ts'
import { enter, sampleLogin } from '../people.ts'

/** Pages of learners and of organizations' admins, which need an account. */

async function expectGood(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await open(page, courses(path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectEveryLook(page)
  }
}

journey('a learner’s pages fit and are accessible, wide and narrow, light and dark', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, sampleLogin('student'), inject('coursesUrl'))
  const { attempts } = await (
    await page.request.get(courses('/api/quiz-attempts?newest=true&limit=50'))
  ).json()
  const graded = attempts.find((attempt: { graded: boolean }) => attempt.graded)
  expect(graded).toBeDefined()
  await expectGood(page, [
    '/course/crs_introduction',
    '/intro/lesson/1',
    '/quizzes',
    `/quiz/${graded.id}`,
    '/review',
    '/progress',
    '/org/join?token=forged',
  ])
})

journey(
  'the pages of an organization’s admin fit and are accessible, wide and narrow, light and dark',
  async ({ visitor }) => {
    const page = await visitor()
    await enter(page, sampleLogin('org_admin'), inject('coursesUrl'))
    const { members } = await (await page.request.get(courses('/api/org/members?limit=1'))).json()
    await expectGood(page, ['/org', '/org/progress', '/org/invite', `/org/members/${members[0].uid}`])
  },
)
