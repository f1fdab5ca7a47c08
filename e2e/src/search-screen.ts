import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { open } from './browser.ts'
import { leads } from './journey.ts'

/** How long a poll may take on a machine with other load. */
export const patience = { timeout: 60_000, interval: 100 }

const liveCount = (page: Page): Locator =>
  page
    .getByRole('paragraph')
    .filter({ hasText: /^[\d,]+ leads?$/ })
    .first()

const numberIn = (text: string | null): number => Number((text ?? '').replaceAll(/[^\d]/g, ''))

/** The count on screen when it no longer changes. */
export async function readCount(page: Page): Promise<number> {
  const count = liveCount(page)
  await expect.poll(() => count.getAttribute('aria-busy'), patience).toBe('false')
  return numberIn(await count.textContent())
}

/** Waits until the settled count is another one. */
export async function countOtherThan(page: Page, before: number): Promise<number> {
  await expect.poll(() => readCount(page), patience).not.toBe(before)
  return await readCount(page)
}

/** Waits until the settled count is this one. */
export async function expectCount(page: Page, count: number): Promise<void> {
  await expect.poll(() => readCount(page), patience).toBe(count)
}

/** Opens the page of the first lead found, by the keyboard. @returns the lead's name */
export async function openFirstLead(page: Page): Promise<string> {
  await readCount(page)
  const link = page.getByRole('table', { name: 'Leads' }).getByRole('row').nth(1).getByRole('link')
  const name = (await link.textContent()) ?? ''
  await link.press('Enter')
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor(patience)
  return name
}

/** Orders the file by the keyboard, once its price is that of the last choice. */
export async function pressOrder(dialog: Locator, name: string | RegExp): Promise<void> {
  // A key goes to a button that is disabled too: Playwright waits for an enabled one only before a click.
  await dialog.getByRole('button', { name, disabled: false }).press('Enter')
}

/** Opens a search by its address. */
export async function openSearch(page: Page, query: Record<string, string> = {}, dictId = 'businesses') {
  await open(page, leads(`/_search/${dictId}?${new URLSearchParams(query)}`))
  await page.getByRole('combobox', { name: 'Query' }).waitFor()
}

/** The map can be drawn on: the page knows what the map shows. */
export async function mapReady(page: Page): Promise<void> {
  await expect
    .poll(() => page.getByRole('button', { name: 'This map view' }).isEnabled(), patience)
    .toBe(true)
}

/** The address's own texts of the search. */
export function addressOf(page: Page): { filter: string; dslFilter: string; sort: string; columns: string } {
  const { searchParams } = new URL(page.url())
  const read = (name: string) => searchParams.get(name) ?? ''
  return {
    filter: read('filter'),
    dslFilter: read('dslFilter'),
    sort: read('sort'),
    columns: read('columns'),
  }
}

/** Draws an area over the middle of the map. */
export async function drawArea(page: Page): Promise<void> {
  await mapReady(page)
  await page.getByRole('button', { name: 'Draw an area' }).click()
  const box = await page.getByRole('region', { name: 'Map', exact: true }).boundingBox()
  if (!box) throw new Error('The map is not on screen')
  const at = (x: number, y: number) => ({ x: box.x + box.width * x, y: box.y + box.height * y })
  const corners = [at(0.45, 0.4), at(0.6, 0.42), at(0.58, 0.7), at(0.44, 0.65)]
  for (const { x, y } of [...corners, ...corners.slice(0, 1)]) {
    await page.mouse.move(x, y, { steps: 4 })
    await page.mouse.click(x, y)
  }
}
