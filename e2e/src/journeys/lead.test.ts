import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, phone } from '../browser.ts'
import { journey } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { takePicture } from '../pictures.ts'
import { openFirstLead, openSearch, patience, readCount } from '../search-screen.ts'

/** Once its code is loaded, the map fills its place. */
const mapDrawn = (page: Page) =>
  expect
    .poll(async () => {
      const map = page.getByRole('region', { name: 'Map of where the lead is' })
      return (await map.locator('canvas').boundingBox())?.height ?? 0
    }, patience)
    .toBeGreaterThan(200)

journey(
  'a lead is opened from its row by keyboard: it says why it is found, where it is, and what came from where',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeMember(page)
    await openSearch(page, { dslFilter: 'state:TX', filter: '-industry:Nowhere', q: 'within:500mi@77002' })
    const count = await readCount(page)
    const name = await openFirstLead(page)
    await page.getByText('Its contacts are covered until your company owns it.').waitFor()

    const why = page.getByRole('region', { name: 'Why this lead' })
    await why.getByText('The search finds this lead: all parts hold.').waitFor()
    const part = (text: string) => why.getByRole('listitem').filter({ hasText: text })
    await part('state:TX').getByRole('img', { name: 'Holds' }).waitFor()
    await part('within:500mi@77002')
      .getByText(/[\d.]+ mi from the centre/)
      .waitFor()
    await part('-industry:Nowhere')
      .getByText(/^Industry: \w/)
      .waitFor()

    const values = page.getByRole('region', { name: 'Values' })
    await values.getByText(name, { exact: true }).first().waitFor()
    expect(await values.getByText('covered until owned').count()).toBeGreaterThan(0)
    expect(await values.getByText(/^Version 1/).count()).toBeGreaterThan(0)
    const cut = await values
      .locator('td > div')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      )
    expect(cut, 'values that are wider than their column').toEqual([])
    await page.getByText('New in this version').waitFor()
    await mapDrawn(page)
    await expectAccessible(page)
    await takePicture(page, 'lead')

    await page.getByRole('link', { name: 'Back to the search' }).press('Enter')
    await expect.poll(() => readCount(page), patience).toBe(count)
  },
)

journey(
  'on a phone and in the dark the page of a lead fits; a lead that is not there says so',
  async ({ visitor }) => {
    const page = await visitor({ viewport: phone, colorScheme: 'dark', expected: [/status of 404/] })
    await becomeMember(page)
    await openSearch(page, { dslFilter: '(state:TX or state:NV)' })
    await page.getByRole('table', { name: 'Leads' }).getByRole('row').nth(1).getByRole('link').click()
    const why = page.getByRole('region', { name: 'Why this lead' })
    await why.getByRole('list', { name: /^Clauses of/ }).waitFor()
    await why.getByRole('img', { name: 'Does not hold' }).waitFor()
    await mapDrawn(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await takePicture(page, 'lead-phone')

    const address = new URL(page.url())
    // A search that cannot be read hides no lead.
    await page.goto(`${address.origin}${address.pathname}?filter=nothing:1`)
    await page.getByRole('alert').getByText('The search could not be read').waitFor()
    expect(await page.getByRole('region', { name: 'Why this lead' }).count()).toBe(0)
    await expectAccessible(page)

    const response = await page.goto(`${address.origin}/lead/businesses/1`)
    expect(response?.status()).toBe(404)
    await expectAccessible(page)
  },
)

journey('whoever is in the table stays there when the map goes and comes', async ({ visitor }) => {
  const page = await visitor({ map: true })
  await becomeMember(page)
  await openSearch(page, { dslFilter: 'state:ND' })
  await readCount(page)
  const mapShown = page.getByRole('button', { name: 'Zoom to results' })
  await mapShown.waitFor(patience)
  const link = page.getByRole('table', { name: 'Leads' }).getByRole('row').nth(1).getByRole('link')
  await link.focus()
  const isThere = async () => await link.evaluate((element) => element === document.activeElement)
  await page.setViewportSize(phone)
  await mapShown.waitFor({ state: 'detached', ...patience })
  expect(await isThere()).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })
  await mapShown.waitFor(patience)
  expect(await isThere()).toBe(true)
})
