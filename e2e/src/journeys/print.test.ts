import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { open } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'
import { becomeMember, enter, sampleLogin } from '../people.ts'
import { openFirstLead, openSearch, patience, readCount } from '../search-screen.ts'

/** On the screens all is dark: on paper it is black on white, without what one presses. */

/** The width between the margins of a letter, and of one that lies on its side, as a search is printed. */
const paper = { width: 720, height: 960 }
const onItsSide = { width: 960, height: 720 }

/** Black is 0, white is 1. */
const brightness = async (page: Page, what: 'color' | 'backgroundColor'): Promise<number> =>
  await page.evaluate((what) => {
    const [r = 0, g = 0, b = 0] = getComputedStyle(document.body)[what].match(/\d+/g)?.map(Number) ?? []
    return (r + g + b) / (3 * 255)
  }, what)

/** Shows the page as it is printed, without the header, the footer, menus and buttons, with nothing beyond the paper. */
async function print(page: Page, size = paper): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(size)
  await expect.poll(() => brightness(page, 'backgroundColor'), patience).toBe(1)
  expect(await brightness(page, 'color')).toBeLessThan(0.1)
  const { pressed, cut } = await page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0
    const shown = [...document.querySelectorAll('body *')].filter(isShown)
    return {
      pressed: shown
        .filter((element) =>
          element.matches('body > * header:not(main *), footer, nav, .mantine-Button-root'),
        )
        .map((element) => element.outerHTML.slice(0, 120)),
      cut: shown
        .filter((element) => {
          const { overflowX, overflowY } = getComputedStyle(element)
          return [overflowX, overflowY].some((value) => ['auto', 'scroll'].includes(value))
        })
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
        )
        .map((element) => element.outerHTML.slice(0, 120)),
    }
  })
  expect({ pressed, cut }, page.url()).toEqual({ pressed: [], cut: [] })
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBe(size.width)
}

/** Shows the page as on a screen again: it is as dark as before. */
async function putBack(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expect.poll(() => brightness(page, 'backgroundColor'), patience).toBeLessThan(0.3)
}

journey('leads on paper: all rows that have come, the lead, the bill', async ({ visitor }) => {
  const page = await visitor({ colorScheme: 'dark' })
  await becomeMember(page)
  await openSearch(page, { dslFilter: 'state:TX', filter: 'employees:50..' })
  await readCount(page)
  const rows = page.getByRole('table', { name: 'Leads' }).getByRole('row')
  const onScreen = await rows.count()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.postData() ?? ''))
  await print(page, onItsSide)
  // The first fifty had come, of which a part was on the screen. None are loaded for paper.
  await expect.poll(async () => (await rows.count()) - 1, patience).toBe(50)
  expect(onScreen).toBeLessThan(50)
  await page.getByText(/^The first 50 of [\d,]+ are shown\./).waitFor(patience)
  expect(asked.filter((body) => body.includes('"offset"'))).toEqual([])
  expect(await page.getByText('state:TX').first().isVisible()).toBe(true)
  // No empty sheet that stands upright comes first.
  const sheets = (await page.pdf({ preferCSSPageSize: true }))
    .toString('latin1')
    .match(/\/MediaBox \[[^\]]*\]/g)
  expect(new Set(sheets)).toEqual(new Set(['/MediaBox [0 0 792 612]']))
  await putBack(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await openFirstLead(page)
  await print(page)
  expect(await page.getByRole('columnheader', { name: 'Source' }).first().isVisible()).toBe(true)
  await putBack(page)

  for (const path of ['/search', '/settings/billing', '/settings/reports', '/terms']) {
    await open(page, leads(path))
    await print(page)
    await putBack(page)
  }
})

journey('a course on paper: the lesson, its certificate, the progress', async ({ visitor }) => {
  const page = await visitor({ colorScheme: 'dark' })
  await enter(page, sampleLogin('graduate'), inject('coursesUrl'))
  for (const path of ['/intro/lesson/1', '/progress', '/quizzes', '/reading-list', '/settings/profile']) {
    await open(page, courses(path))
    await print(page)
    await putBack(page)
  }
  const { serial } = await (
    await page.request.get(courses('/api/courses/crs_introduction/certificate'))
  ).json()
  await open(page, courses(`/certificates/${serial}`))
  await print(page)
  expect(await page.getByRole('heading', { name: 'Check a file' }).isVisible()).toBe(false)
  expect(await page.getByRole('article').isVisible()).toBe(true)
  await putBack(page)
})
