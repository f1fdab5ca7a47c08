import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, prefer } from '../browser.ts'
import { journey } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { takePicture } from '../pictures.ts'
import { countOtherThan, openSearch, patience, readCount } from '../search-screen.ts'

/** Chooses columns, until they are stored: the page sends one choice after the other, and leaving it ends the rest. */
async function stored(page: Page, choose: () => Promise<void>): Promise<void> {
  const kept = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/columns'),
  )
  await choose()
  expect((await kept).ok()).toBe(true)
}

journey(
  'columns are kept for a person, by keyboard, with undo and reset; a search without leads says why',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeMember(page)
    await openSearch(page, { dslFilter: 'state:TX' })
    const heads = () => page.getByRole('columnheader').allTextContents()
    const own = await heads()
    await page.getByRole('button', { name: 'Columns' }).focus()
    await page.keyboard.press('Enter')
    const choice = page.getByRole('dialog', { name: 'Columns' })
    const undo = choice.getByRole('button', { name: 'Undo' })
    expect(await undo.isDisabled()).toBe(true)
    await stored(page, () => choice.getByRole('button', { name: 'Move Employees up' }).press('Enter'))
    await expect.poll(heads, patience).not.toEqual(own)
    const moved = await heads()
    await stored(page, () => choice.getByRole('checkbox', { name: 'Industry' }).press('Space'))
    await expect.poll(async () => (await heads()).includes('Industry'), patience).toBe(false)
    await stored(page, () => undo.press('Enter'))
    await expect.poll(heads, patience).toEqual(moved)
    await expectAccessible(page)
    await takePicture(page, 'columns')
    await page.keyboard.press('Escape')

    // Another address of the same dataset, without columns: they are the person's.
    await openSearch(page, { dslFilter: 'state:NV' })
    await expect.poll(heads, patience).toEqual(moved)
    await page.getByRole('button', { name: 'Columns' }).click()
    await stored(page, () => choice.getByRole('button', { name: 'As the dataset has them' }).click())
    await expect.poll(heads, patience).toEqual(own)
    await page.keyboard.press('Escape')
    await openSearch(page, { dslFilter: 'state:CA' })
    await expect.poll(heads, patience).toEqual(own)

    await openSearch(page, { dslFilter: 'state:TX', filter: 'employees:>5 employees:<5 -company:~zzzz' })
    expect(await readCount(page)).toBe(0)
    await page.getByText('No lead fulfils these 2 filters together:').waitFor()
    await expectAccessible(page)
    if (process.env.PICTURES) {
      await takePicture(page, 'empty')
      await page.setViewportSize({ width: 360, height: 740 })
      await prefer(page, 'dark')
      await takePicture(page, 'empty-phone')
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    await page.getByRole('listitem').getByRole('button', { name: 'Remove employees:<5', exact: true }).click()
    expect(await countOtherThan(page, 0)).toBeGreaterThan(0)
  },
)
