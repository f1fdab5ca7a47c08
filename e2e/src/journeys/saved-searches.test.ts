import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { fetchCsv } from '../delivered-file.ts'
import { importLeads } from '../freeor-command.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember } from '../people.ts'
import { expectCount, openSearch, patience, pressOrder } from '../search-screen.ts'

const head = 'ID,Company,City,State,ZIP,Founded'
const stays = '1,Staying Bakery,Houston,TX,77002,2001'
const leaves = '2,Leaving Dental,Austin,TX,78701,2003'
const moves = (city: string) => `3,Moving Florist,${city},TX,78701,2005`
const comes = '4,Coming Gym,Dallas,TX,75201,2010'

journey(
  'a saved search says what came and went since, and downloads it; a search made before is hinted at; a column that is gone is named',
  async ({ visitor }) => {
    const dictId = 'changing'
    await importLeads(dictId, head, stays, leaves, moves('Austin'))
    // The last search asks for a column that is gone.
    const page = await visitor({ expected: [/status of 422/] })
    await becomeProvenMember(page)
    const search = { dslFilter: 'state:TX', filter: 'founded:>1990' }
    await openSearch(page, search, dictId)
    await expectCount(page, 3)
    const save = page.getByRole('dialog', { name: 'Save this search' })
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await save.getByRole('textbox', { name: 'Name' }).fill('Texans')
    await save.getByRole('textbox', { name: 'Name' }).press('Enter')
    await page.getByText('Saved as “Texans”.').waitFor()
    await openSearch(page, search, dictId)
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await save.getByText(/^You saved this search on .* as “Texans”\.$/).waitFor(patience)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await save.waitFor({ state: 'hidden' })

    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    const fetch = dialog.getByRole('link', { name: 'Fetch the file', exact: true })
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    // The free plan keeps nothing out of a file.
    expect(await dialog.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/pricing')
    await dialog.getByRole('textbox', { name: 'Name of the file' }).fill('Three Texans')
    await pressOrder(dialog, 'Download for 3 leads')
    await fetch.waitFor(patience)
    await openSearch(page, search, dictId)
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    await dialog.getByText(/^“Three Texans” of .* holds 3 leads of this search\.$/).waitFor(patience)
    await page.keyboard.press('Escape')

    await importLeads(dictId, head, stays, moves('Houston'), comes)
    await open(page, leads('/search'))
    await page.getByRole('button', { name: 'Duplicate Texans' }).press('Enter')
    await expect.poll(() => page.getByRole('button', { name: /^Edit .*Texans/ }).count(), patience).toBe(2)
    await page.getByRole('link', { name: 'Texans', exact: true }).press('Enter')
    const changes = page.getByRole('region', { name: 'What changed in this search' })
    await changes.getByText(/^Since you last looked on /).waitFor(patience)
    for (const said of ['1 new', '1 changed', '1 gone'])
      await changes.getByRole('link', { name: said, exact: true }).first().waitFor()
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await changes.getByRole('link', { name: 'Download new and changed' }).press('Enter')
    // The changed lead is owned already: it costs nothing.
    await pressOrder(dialog, 'Download for 1 lead')
    await fetch.waitFor(patience)
    const { rows } = await fetchCsv(page, async () => await fetch.click())
    expect(rows.map(([company]) => company).toSorted()).toEqual(['Coming Gym', 'Moving Florist'])

    await importLeads(
      dictId,
      ...[head, stays, moves('Houston'), comes].map((line) => line.replace(/,[^,]*$/, '')),
    )
    await open(page, leads('/search'))
    await page.getByRole('link', { name: 'Texans', exact: true }).press('Enter')
    await page.getByText('This dataset no longer has: founded.', { exact: false }).waitFor(patience)
  },
)
