import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { launch, type VisitOptions, type Visitor, visit } from './browser.ts'
import { type Contexts, keepContexts } from './contexts.ts'

type Fixtures = {
  /** Those of the worker's one browser. */
  contexts: Contexts
  /** Opens the browser for one more visitor. At the end no visitor may have met an unexpected error. */
  visitor: (options?: VisitOptions) => Promise<Page>
}

const longestEnd = 60_000

const pictures = join(tmpdir(), 'freeor-e2e-failures')

async function picture(page: Page, name: string, visitor: number): Promise<void> {
  await mkdir(pictures, { recursive: true })
  const file = `${name.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80)}-${visitor}.png`
  await page.screenshot({ path: join(pictures, file) }).catch(() => undefined)
}

/** Vitest waits for the end of a fixture without a limit: a browser that answers no more would hold the whole run. */
async function withinLimit(what: string, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, fail) => {
    timer = setTimeout(
      () => fail(new Error(`The browser did not end in ${longestEnd / 1000} s: ${what}`)),
      longestEnd,
    )
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** A test with visitors of its own. When it fails, it leaves a picture of each visitor's page in the temp folder. */
export const journey = base.extend<Fixtures>({
  contexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures wanted from this pattern
    async ({}, use) => {
      const browser = await launch()
      await use(keepContexts(browser))
      await withinLimit('close', browser.close())
    },
    { scope: 'worker' },
  ],
  visitor: async ({ contexts, task }, use) => {
    const visitors: Visitor[] = []
    await use(async (options) => {
      const one = await visit(contexts, options)
      visitors.push(one)
      return one.page
    })
    const hasFailed = task.result?.state === 'fail'
    for (const [i, { page }] of visitors.entries()) if (hasFailed) await picture(page, task.name, i)
    for (const { leave } of visitors)
      await withinLimit(`leave after "${task.name}"`, leave({ keep: !hasFailed }))
    const problems = visitors.flatMap((one) => one.problems)
    expect(problems, `errors in the page:\n${problems.join('\n')}`).toEqual([])
  },
})

/** An address of the Leads site. */
export const leads = (path: string): string => new URL(path, inject('leadsUrl')).href

/** An address of the Courses site. */
export const courses = (path: string): string => new URL(path, inject('coursesUrl')).href
