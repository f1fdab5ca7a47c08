import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, phone } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'

journey(
  'somebody opens the documents, finds a page by search and goes on to another',
  async ({ visitor }) => {
    const page = await visitor()
    await page.goto(courses('/docs'))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.getByRole('searchbox').fill('restore')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/(guides|decisions)/)
    await page.goto(courses('/docs/'))
    await page.getByRole('link', { name: 'Authors' }).first().click()
    await page.getByRole('heading', { level: 1, name: /course/ }).waitFor()
    await expectAccessible(page)
  },
)

journey(
  'the documents are read on a phone, in the dark, and figures scroll in their table',
  async ({ visitor }) => {
    const page = await visitor({ viewport: phone, colorScheme: 'dark' })
    for (const path of [
      '/docs/',
      '/docs/guides/operators',
      '/docs/performance',
      '/docs/plots',
      '/docs/decisions/010-a-backup-is-one-file',
    ]) {
      await page.goto(leads(path))
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      expect(await page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(true)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  },
)

journey('a document that does not exist says so', async ({ visitor }) => {
  const page = await visitor({ expected: [/404/] })
  const answer = await page.goto(leads('/docs/no-such-page'))
  expect(answer?.status()).toBe(404)
  await page.getByText('PAGE NOT FOUND').waitFor()
})
