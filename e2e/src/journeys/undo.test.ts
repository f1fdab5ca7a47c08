import { expect } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { addressOf, countOtherThan, expectCount, openSearch, patience, readCount } from '../search-screen.ts'

journey(
  'a filter, all filters and a place list that were removed come back by Undo, unless the search moved on',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeMember(page)
    await openSearch(page, { filter: 'employees:50..', dslFilter: 'state:TX' })
    const both = await readCount(page)
    const removed = (text: string) => page.getByRole('status').getByText(text, { exact: true })
    const undo = page.getByRole('button', { name: 'Undo', exact: true })

    await page.getByRole('button', { name: /^Remove employees:>=50/ }).click()
    await countOtherThan(page, both)
    await removed('Removed: employees:>=50').waitFor()
    // With the pointer on it the offer stands.
    await undo.hover()
    await expectAccessible(page)
    await undo.click()
    await expectCount(page, both)
    expect(addressOf(page)).toMatchObject({ filter: 'employees:50..', dslFilter: 'state:TX' })
    await undo.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Clear all' }).click()
    const all = await countOtherThan(page, both)
    await removed('All filters removed.').waitFor()
    await undo.click()
    await expectCount(page, both)

    // A list kept on the server is named by its id alone: gone from the search, it is gone from sight.
    const side = page.getByRole('radiogroup', { name: 'Shown on this side' })
    await side.getByText('Places', { exact: true }).click()
    const zips = Array.from({ length: 40 }, (_, i) => String(77002 + i)).join(' ')
    await page.getByRole('textbox', { name: 'ZIP list' }).fill(zips)
    await page.getByRole('button', { name: 'Add ZIPs' }).click()
    await expect.poll(() => addressOf(page).dslFilter, patience).toContain('zip:@zip_')
    const withList = addressOf(page)
    await page.getByRole('button', { name: /^Remove list zip_/ }).click()
    await expect.poll(() => addressOf(page).dslFilter, patience).toBe('state:TX')
    await page
      .getByRole('status')
      .getByText(/^Removed: list zip_/)
      .waitFor()
    await undo.click()
    await expect.poll(() => addressOf(page), patience).toEqual(withList)

    // Undoing now would take the new filter along.
    await page.getByRole('button', { name: /^Remove employees:>=50/ }).click()
    await undo.waitFor()
    const query = page.getByRole('combobox', { name: 'Query' })
    await query.fill('state:TX')
    await undo.waitFor({ state: 'detached' })
    await countOtherThan(page, all)
  },
)

journey(
  'a deleted saved search comes back by Undo and by closing the window, and is gone once Undo is',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeMember(page)
    const saved = await page.request.post(leads('/api/saved-searches'), {
      headers: { origin: new URL(leads('/')).origin },
      data: { searchName: 'Texans', dictId: 'businesses', dslFilter: 'state:TX' },
    })
    expect(saved.status(), await saved.text()).toBe(201)
    await page.clock.install()
    await open(page, leads('/search'))
    const link = page.getByRole('link', { name: 'Texans', exact: true })
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete Texans' }).click()
      const ask = page.getByRole('dialog', { name: 'Texans' })
      await ask.getByRole('button', { name: 'Delete', exact: true }).click()
      await link.waitFor({ state: 'detached' })
      await page.getByText('“Texans” is deleted.', { exact: true }).waitFor()
    }
    await remove()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await link.waitFor()

    // The window closes inside that time.
    await remove()
    await page.reload()
    await link.waitFor()

    await remove()
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'DELETE'),
      page.clock.fastForward(21_000),
    ])
    expect(answer.status()).toBe(204)
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('No saved search yet.').waitFor()
  },
)
