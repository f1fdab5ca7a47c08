import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeMember } from '../people.ts'
import { patience } from '../search-screen.ts'

async function edit(page: Page): Promise<Locator> {
  await open(page, leads('/search'))
  await page.getByRole('button', { name: 'Edit Texans' }).press('Enter')
  return page.getByRole('dialog', { name: 'Edit this search' })
}

journey('two windows change the notes of one search: neither is lost without a word', async ({ visitor }) => {
  const first = await visitor({ expected: [/status of 409/] })
  await becomeMember(first)
  const search = { dictId: 'businesses', searchName: 'Texans', dslFilter: 'state:TX' }
  const origin = new URL(leads('/')).origin
  await first.request.post(leads('/api/saved-searches'), { data: search, headers: { origin } })
  const second = await first.context().newPage()
  const mine = await edit(first)
  const theirs = await edit(second)
  await mine.getByRole('textbox', { name: 'Notes' }).fill('Call in July')
  await theirs.getByRole('textbox', { name: 'Notes' }).fill('Call in June')
  await theirs.getByRole('button', { name: 'Save' }).press('Enter')
  await theirs.waitFor({ state: 'hidden' })

  await mine.getByRole('button', { name: 'Save' }).press('Enter')
  const told = mine.getByRole('alert')
  await told.getByText('This search was changed meanwhile. Look at it, and save again.').waitFor(patience)
  await told.getByText('Notes, as it is now: Call in June').waitFor()
  expect(await mine.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Call in July')
  await expectAccessible(first)
  await mine.getByRole('button', { name: 'Save' }).press('Enter')
  await mine.waitFor({ state: 'hidden' })
  const { savedSearches } = await (await first.request.get(leads('/api/saved-searches'))).json()
  expect(savedSearches).toMatchObject([{ notes: 'Call in July' }])
})
