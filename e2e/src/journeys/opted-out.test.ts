import { expect } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { fetchCsv } from '../delivered-file.ts'
import { importLeads } from '../freeor-command.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember, enter, sampleLogin } from '../people.ts'
import { expectCount, openFirstLead, openSearch, patience, pressOrder } from '../search-screen.ts'

journey(
  'who opts out is gone everywhere at once, and stays gone after the next import',
  async ({ visitor }) => {
    const dictId = 'asked'
    const email = `gone-${Date.now()}@firm.example`
    const lines = [
      'ID,Company,City,State,ZIP,Founded,Email',
      `1,Gone Roofing,Houston,TX,77002,1999,${email}`,
      '2,Staying Bakery,Houston,TX,77002,2001,staying@firm.example',
      '3,Other Dental,Austin,TX,78701,2003,other@firm.example',
    ]
    await importLeads(dictId, ...lines)
    const page = await visitor({ expected: [/status of 404/] })
    await becomeProvenMember(page)
    await openSearch(page, { filter: 'company:"Gone Roofing"' }, dictId)
    await openFirstLead(page)
    const itsPage = page.url()
    await openSearch(page, {}, dictId)
    await expectCount(page, 3)

    const admin = await visitor()
    await enter(admin, sampleLogin('super_admin'))
    await open(admin, leads('/admin/opt-outs'))
    await admin.getByRole('textbox', { name: 'One a line' }).fill(email)
    await admin.getByRole('textbox', { name: 'Reason' }).fill('asked by mail')
    await admin.getByRole('button', { name: 'Remove them everywhere' }).press('Enter')
    await admin.getByText(/1 new on the list\. 1 leads? (?:is|are) removed/).waitFor()

    /** Search, counts, charts, suggestions, the lead's own page, the quality of the data, and a file. */
    const expectGone = async () => {
      await openSearch(page, {}, dictId)
      await expectCount(page, 2)
      expect(await page.getByText('Gone Roofing').count()).toBe(0)
      await openSearch(page, { filter: 'company:"Gone Roofing"' }, dictId)
      await expectCount(page, 0)
      const suggested = await page.request.get(leads(`/api/search/${dictId}/suggest?column=company&q=Gone`))
      expect((await suggested.json()).values).toEqual([])
      expect((await page.goto(itsPage))?.status()).toBe(404)
      await expectAccessible(page)
      await openSearch(page, { show: 'charts' }, dictId)
      const years = page.getByRole('region', { name: 'By year: Founded' })
      await years.waitFor(patience)
      expect(await years.getByRole('button', { name: /^1999/ }).count()).toBe(0)
      await open(page, leads(`/datasets/${dictId}`))
      const founded = page.getByRole('list', { name: /^Founded, leads by/ })
      await founded.waitFor(patience)
      expect(await founded.textContent()).not.toContain('1999')
    }
    await expectGone()
    await openSearch(page, {}, dictId)
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    await pressOrder(dialog, 'Download for 2 leads')
    const fetch = dialog.getByRole('link', { name: 'Fetch the file', exact: true })
    await fetch.waitFor(patience)
    const { rows } = await fetchCsv(page, async () => await fetch.click())
    expect(rows.map((row) => row.at(-1)).toSorted()).toEqual(['other@firm.example', 'staying@firm.example'])

    await importLeads(dictId, ...lines)
    await expectGone()
  },
)
