import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { launch, type VisitOptions, type Visitor, visit } from './browser.ts'

type Fixtures = {
  browser: Browser
  /** Opens the browser for one more visitor. At the end no visitor may have met an unexpected error. */
  visitor: (options?: VisitOptions) => Promise<Page>
}

const pictures = join(tmpdir(), 'freeor-e2e-failures')

async function picture(page: Page, name: string): Promise<void> {
  await mkdir(pictures, { recursive: true })
  const file = `${name.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80)}.png`
  await page.screenshot({ path: join(pictures, file) }).catch(() => undefined)
}

/** A test with its own browser. When it fails, it leaves a picture of each visitor's page in the temp folder. */
export const journey = base.extend<Fixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures wanted from this pattern
    async ({}, use) => {
      const browser = await launch()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  visitor: async ({ browser, task }, use) => {
    const visitors: Visitor[] = []
    await use(async (options) => {
      const one = await visit(browser, options)
      visitors.push(one)
      return one.page
    })
    const hasFailed = task.result?.state === 'fail'
    for (const [i, { page }] of visitors.entries()) if (hasFailed) await picture(page, `${task.name} ${i}`)
    for (const { close } of visitors) await close()
    expect(
      visitors.flatMap(({ problems }) => problems),
      'errors in the page',
    ).toEqual([])
  },
})

/** An address of the Leads site. */
export const leads = (path: string): string => new URL(path, inject('leadsUrl')).href

/** An address of the Courses site. */
export const courses = (path: string): string => new URL(path, inject('coursesUrl')).href
