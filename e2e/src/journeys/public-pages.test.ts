import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone, prefer } from '../browser.ts'
import { courses, journey, leads } from '../journey.ts'
import { tabAndPress, tabTo } from '../keyboard.ts'
import { enter, sampleLogin } from '../people.ts'
import { patience } from '../search-screen.ts'

/** The public pages of Courses. */

/** Pages of their own making, and those that are one text. */
const ownPages = ['/', '/reading-list', '/about', '/how-it-works', '/get-involved', '/faq', '/contact']
const textPages = ['/recommend-lecturer', '/share-lessons', '/terms', '/privacy', '/support']
const publicPages = [...ownPages, ...textPages]

const wide = { width: 1280, height: 800 }
async function expectGood(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await prefer(page, colorScheme)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

for (const size of [wide, phone])
  journey(
    `pages of their own making fit and are accessible, ${size.width} pixels wide`,
    async ({ visitor }) => {
      const page = await visitor({ viewport: size })
      for (const path of ownPages) {
        await open(page, courses(path))
        for (const colorScheme of ['light', 'dark'] as const) await expectGood(page, colorScheme)
      }
    },
  )

journey('pages that are one text fit and are accessible', async ({ visitor }) => {
  const page = await visitor()
  for (const path of textPages) {
    await page.setViewportSize(wide)
    await open(page, courses(path))
    await expectGood(page, 'dark')
    await page.setViewportSize(phone)
    await expectGood(page, 'light')
  }
})

/** Public too: the free preview of a lesson, and the certificate of a sample graduate, as a stranger opens it. */
async function morePages(graduate: Page): Promise<string[]> {
  await enter(graduate, sampleLogin('graduate'), inject('coursesUrl'))
  const path = '/api/courses/crs_introduction/certificate'
  const { serial } = await (await graduate.request.get(courses(path))).json()
  expect(serial).toMatch(/^[\w-]{10,}$/)
  return ['/intro/lesson/1', `/certificates/${serial}`]
}

journey('links of the footer open its texts, and no document is loaded again', async ({ visitor }) => {
  for (const home of [leads('/'), courses('/')]) {
    const page = await visitor()
    await open(page, home)
    await page.evaluate(() => document.documentElement.setAttribute('data-first', ''))
    for (const path of ['/terms', '/privacy']) {
      await page.getByRole('contentinfo').locator(`a[href="${path}"]`).press('Enter')
      await page.waitForURL(new URL(path, home).href)
      const heading = page.getByRole('heading', { level: 1 })
      expect(await heading.textContent()).not.toMatch(/nothing here|went wrong/)
    }
    expect(await page.locator('[data-first]').count()).toBe(1)
  }
})

journey('no public page sends more than 150 KB of script', async ({ visitor }) => {
  const more = await morePages(await visitor())
  const page = await visitor()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  let scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  for (const path of [...publicPages, ...more, '/pricing', '/login', '/signup']) {
    scripts = []
    await page.goto(courses(path), { waitUntil: 'networkidle' })
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
    // The frame alone has so many: none came from a cache.
    expect(bytes, path).toBeGreaterThan(100_000)
    expect(bytes, path).toBeLessThan(150_000)
  }
})

journey('a first page asks for few files, and for its styles before its scripts', async ({ visitor }) => {
  const lesson = courses('/intro/lesson/1')
  for (const address of [courses('/'), courses('/login'), lesson, leads('/'), leads('/login')]) {
    const page = await visitor()
    const urgency = new Map<string, string>()
    const devtools = await page.context().newCDPSession(page)
    devtools.on('Network.requestWillBeSent', ({ request }) =>
      urgency.set(request.url, request.initialPriority),
    )
    await devtools.send('Network.enable')
    await page.goto(address, { waitUntil: 'networkidle' })
    const asked = (ending: string) => [...urgency].filter(([url]) => url.endsWith(ending))
    expect(asked('.js').length, address).toBeLessThan(30)
    expect(asked('.css').length, address).toBeLessThan(8)
    expect(new Set(asked('.css').map(([, priority]) => priority)), address).toEqual(new Set(['VeryHigh']))
    // What the document asks for; a lesson loads its player once it is painted.
    const document = await (await page.request.get(address)).text()
    const ahead = asked('.js').filter(([url]) => document.includes(`href="${new URL(url).pathname}"`))
    expect(ahead.length, address).toBeGreaterThan(2)
    expect(new Set(ahead.map(([, priority]) => priority)), address).toEqual(new Set(['Low']))
    await page.close()
  }
})

journey(
  'without script a visitor reads, searches the reading list and opens the menu of a phone',
  async ({ visitor }) => {
    const page = await visitor({ javaScriptEnabled: false, viewport: phone })
    await page.goto(courses('/'))
    await page.getByText('Menu', { exact: true }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reading List' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reading list' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search the reading list' }).fill('noonan')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('1 entry', { exact: true }).waitFor()
    await page.getByRole('heading', { level: 3, name: /^The Lustre of Our Country/ }).waitFor()
    await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Cases' }).click()
    await page.getByText('Nothing on the list says that.').waitFor()
    await page.getByRole('link', { name: /^Home\. Symbols of .*Buddhism.*Taoism$/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Freedom to believe, and to differ' }).waitFor()
  },
)

journey('the reading list answers while one types, and the address keeps the search', async ({ visitor }) => {
  const page = await visitor()
  await open(page, courses('/reading-list'))
  const box = page.getByRole('searchbox', { name: 'Search the reading list' })
  await box.pressSequentially('barnette')
  await page.getByRole('status').getByText('1 entry').waitFor()
  await expect.poll(() => new URL(page.url()).search, patience).toBe('?q=barnette')
  // The address changes before the links that keep it.
  const books = page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Books' })
  await books.and(page.locator('[href*="q=barnette"]')).click()
  await page.getByText('Nothing on the list says that.').waitFor()
  expect(await box.inputValue()).toBe('barnette')
  await page.getByRole('link', { name: 'Show the whole list' }).click()
  await page.getByRole('heading', { level: 2, name: /^Books/ }).waitFor()
  expect(await box.inputValue()).toBe('')
})

journey('by keyboard the account menu opens, closes and leads on', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, sampleLogin('super_admin'), inject('coursesUrl'))
  await open(page, courses('/about'))
  const menu = page.getByLabel(/^Account menu: /)
  const entry = (name: string) => page.locator('details[open]').getByRole('link', { name, exact: true })
  await tabAndPress(page, menu)
  for (const name of ['Courses', 'Lessons', 'Quizzes', 'Settings', 'View Organization'])
    await tabTo(page, entry(name))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await entry('Lessons').waitFor({ state: 'hidden' })
  // The focus is back where the menu is opened, and leaves a menu that is closed again by leaving it.
  await page.keyboard.press('Enter')
  await tabTo(page, page.locator('details[open]').getByRole('button', { name: 'Sign out' }))
  await page.keyboard.press('Tab')
  await entry('Lessons').waitFor({ state: 'hidden' })
  await tabTo(page, menu, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabAndPress(page, entry('Settings'))
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  await entry('Settings').waitFor({ state: 'hidden' })
})

journey(
  'on a phone the menu holds the pages and the account, by touch and by keyboard',
  async ({ visitor }) => {
    const page = await visitor({ viewport: phone })
    await open(page, courses('/'))
    const main = page.getByRole('navigation', { name: 'Main' })
    await tabAndPress(
      page,
      page.getByText('Menu', { exact: true }).locator('xpath=ancestor-or-self::summary'),
    )
    for (const name of ['Lessons', 'Get Involved', 'Reading List', 'About Us', 'How It Works'])
      await main.getByRole('link', { name, exact: true }).waitFor()
    for (const name of ['Create free account', 'Sign In']) await main.getByRole('link', { name }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await tabAndPress(page, main.getByRole('link', { name: 'How It Works' }))
    await page.getByRole('heading', { level: 1, name: 'How it works' }).waitFor()
    await main.waitFor({ state: 'hidden' })
  },
)

journey('Leads says where programs look that Global Privacy Control is honoured', async ({ visitor }) => {
  const page = await visitor()
  const answer = await page.request.get(leads('/.well-known/gpc.json'))
  expect(answer.headers()['content-type']).toContain('application/json')
  expect(await answer.json()).toEqual({ gpc: true, lastUpdate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
})
