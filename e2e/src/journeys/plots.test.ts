import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, phone, prefer } from '../browser.ts'
import { journey } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { addressOf, countOtherThan, expectCount, openSearch, patience, readCount } from '../search-screen.ts'

/** The leads of a search as charts: each bar is a filter, by keyboard and on a phone. */

/** The figure beside a bar. */
const figureOf = async (bar: Locator): Promise<number> =>
  Number((await bar.locator('span').last().textContent())?.replaceAll(',', ''))

journey('the charts of a search narrow it bar by bar, and take that back', async ({ visitor }) => {
  const page = await visitor()
  await becomeMember(page)
  await openSearch(page, { dslFilter: 'state:TX,CA,NV' })
  const whole = await readCount(page)
  await page.getByRole('radio', { name: 'Leads' }).press('ArrowRight')
  const plot = (name: string | RegExp) => page.getByRole('region', { name })
  await plot('By state').waitFor(patience)
  await plot('By size: Employees').waitFor()
  await plot('By Industry').waitFor()
  await plot('By year: Founded').waitFor()
  await expectAccessible(page)

  const nevada = plot('By state').getByRole('button', { name: /^Nevada/ })
  const inNevada = await figureOf(nevada)
  await nevada.press('Enter')
  await expectCount(page, inNevada)
  expect(addressOf(page).dslFilter).toBe('state:NV')
  await expect.poll(() => nevada.getAttribute('aria-pressed'), patience).toBe('true')
  // The charts of before stay until those of the new count have come.
  const charts = `Charts of ${inNevada.toLocaleString('en-US')} leads`
  await page.getByRole('heading', { name: charts, exact: true }).waitFor(patience)
  const size = plot('By size: Employees').getByRole('button', { name: /^10 to 19/ })
  const small = await figureOf(size)
  await size.press(' ')
  await expectCount(page, small)
  expect(addressOf(page).filter).toBe('employees:10..19')
  // The bar is gone, as finer ones stand in its place: the reader is at their heading.
  await plot('By size: Employees').getByRole('button', { name: /^12/ }).waitFor(patience)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent), patience)
    .toBe('By size: Employees')
  const decade = plot('By year: Founded').getByRole('button').first()
  const old = await figureOf(decade)
  await decade.press('Enter')
  await expectCount(page, old)
  await page.goBack()
  await expectCount(page, small)
  await page.goBack()
  await expectCount(page, inNevada)
  // The bar takes its clause back. The three states come again only by undoing: the bar stood in their place.
  await nevada.press('Enter')
  await countOtherThan(page, inNevada)
  expect(addressOf(page).dslFilter).toBe('')
  await page.goBack()
  await page.goBack()
  await expectCount(page, whole)

  await page.getByRole('switch', { name: 'As tables' }).press(' ')
  const table = page.getByRole('table', { name: 'By state' })
  await table.getByRole('row', { name: /^Texas/ }).waitFor()
  await expectAccessible(page)
  await table.getByRole('button', { name: 'Narrow the search to Texas' }).press('Enter')
  await expect.poll(() => addressOf(page).dslFilter, patience).toBe('state:TX')
})

journey('the charts fit a phone, by light and by dark', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  await becomeMember(page)
  await openSearch(page, { dslFilter: 'state:TX', show: 'charts' })
  const industries = page.getByRole('region', { name: 'By Industry' })
  await industries.waitFor(patience)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await prefer(page, 'dark')
  await expectAccessible(page)
  const first = industries.getByRole('button').first()
  const count = await figureOf(first)
  await first.click()
  await expectCount(page, count)
  // Not forced: the layout may still move, and a forced click goes to where the switch was.
  await page.getByRole('switch', { name: 'As tables' }).click()
  await industries.getByRole('table').waitFor(patience)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await openSearch(page, { filter: 'employees:<0', show: 'charts' })
  await page.getByText('No lead at all fulfils this filter').waitFor(patience)
})

journey('charts that do not come say so, and come when they are asked for again', async ({ visitor }) => {
  const page = await visitor({ expected: [/Failed to load resource/] })
  await becomeMember(page)
  await page.route('**/api/search/*/plots', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'internal', title: 'It failed', status: 500 }),
    }),
  )
  await openSearch(page, { dslFilter: 'state:TX', show: 'charts' })
  await page.getByRole('alert').getByText('The charts did not come.').waitFor(patience)
  await expectAccessible(page)
  await page.unroute('**/api/search/*/plots')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await page.getByRole('region', { name: 'By state' }).waitFor(patience)
  await expectCount(page, await figureOf(page.getByRole('region', { name: 'By state' }).getByRole('button')))
})
