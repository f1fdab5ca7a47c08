import { expect } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeMember, enter, sampleLogin } from '../people.ts'
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
    // With the pointer on it the offer stays, else it is over after 20 s.
    await undo.hover()
    await countOtherThan(page, both)
    await removed('Removed: employees:>=50').waitFor()
    await expectAccessible(page)
    await undo.click()
    await expectCount(page, both)
    expect(addressOf(page)).toMatchObject({ filter: 'employees:50..', dslFilter: 'state:TX' })
    await undo.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Clear all' }).click()
    await undo.hover()
    const all = await countOtherThan(page, both)
    await removed('All filters removed.').waitFor()
    await undo.click()
    await expectCount(page, both)

    // A list kept on the server is named by its id only: removed from the search, it is no longer visible.
    const side = page.getByRole('radiogroup', { name: 'Shown on this side' })
    await side.getByText('Places', { exact: true }).click()
    const zips = Array.from({ length: 40 }, (_, i) => String(77002 + i)).join(' ')
    await page.getByRole('textbox', { name: 'ZIP list' }).fill(zips)
    await page.getByRole('button', { name: 'Add ZIPs' }).click()
    await expect.poll(() => addressOf(page).dslFilter, patience).toContain('zip:@zip_')
    const withList = addressOf(page)
    await page.getByRole('button', { name: /^Remove list zip_/ }).click()
    await undo.hover()
    await expect.poll(() => addressOf(page).dslFilter, patience).toBe('state:TX')
    await page
      .getByRole('status')
      .getByText(/^Removed: list zip_/)
      .waitFor()
    await undo.click()
    await expect.poll(() => addressOf(page), patience).toEqual(withList)

    // Undoing now would undo the new filter too.
    await page.getByRole('button', { name: /^Remove employees:>=50/ }).click()
    await undo.hover()
    const query = page.getByRole('combobox', { name: 'Query' })
    await query.fill('state:TX')
    await undo.waitFor({ state: 'detached' })
    await countOtherThan(page, all)
  },
)

journey(
  'a saved search is deleted at once and comes back by Undo, also after its list was loaded again',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeMember(page)
    const saved = await page.request.post(leads('/api/saved-searches'), {
      headers: { origin: new URL(leads('/')).origin },
      data: { searchName: 'Texans', dictId: 'businesses', dslFilter: 'state:TX' },
    })
    expect(saved.status(), await saved.text()).toBe(201)
    const { id } = (await saved.json()) as { id: string }
    await open(page, leads('/search'))
    const link = page.getByRole('link', { name: 'Texans', exact: true })
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    const remove = async () => {
      await page.getByRole('button', { name: 'Delete Texans' }).click()
      const ask = page.getByRole('dialog', { name: 'Texans' })
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'DELETE'),
        ask.getByRole('button', { name: 'Delete', exact: true }).click(),
      ])
      expect(answer.status()).toBe(204)
      await undo.hover()
      await link.waitFor({ state: 'detached' })
      await page.getByText('“Texans” is deleted.', { exact: true }).waitFor()
    }
    const keeps = async () => (await page.request.get(leads(`/api/saved-searches/${id}`))).status() === 200
    await remove()
    expect(await keeps()).toBe(false)
    await expectAccessible(page)
    await undo.click()
    await link.waitFor()
    expect(await keeps()).toBe(true)

    // A page that is closed or reloaded has deleted it.
    await remove()
    await page.reload()
    await page.getByText('No saved search yet.').waitFor()
  },
)

journey(
  'a saved search opens in its own dataset, for its owner and for super admins',
  async ({ visitor }) => {
    const page = await visitor({ expected: [/status of 404/] })
    const owner = await becomeMember(page)
    const made = await page.request.post(leads('/api/saved-searches'), {
      headers: { origin: new URL(leads('/')).origin },
      data: { searchName: 'Nevadans', dictId: 'businesses', dslFilter: 'state:NV' },
    })
    const { id, uid } = (await made.json()) as { id: string; uid: string }
    await open(page, leads(`/_search/elsewhere?savedSearch=${id}&uid=${uid}`))
    expect(new URL(page.url()).pathname).toBe('/_search/businesses')
    expect(addressOf(page).dslFilter).toBe('state:NV')
    await open(page, leads(`/_search/businesses?savedSearch=${id}&uid=usr_somebody`))
    await page.getByRole('heading', { name: "Uh oh, there's nothing here :(" }).waitFor()

    const superAdmin = await visitor()
    await enter(superAdmin, sampleLogin('super_admin'))
    await open(superAdmin, leads(`/admin/users/${uid}`))
    await superAdmin.getByRole('heading', { level: 1, name: owner.email }).waitFor()
    const searches = superAdmin.getByRole('region', { name: 'Saved searches' })
    await searches.getByRole('link', { name: 'Nevadans' }).click()
    await expect.poll(() => addressOf(superAdmin).dslFilter, patience).toBe('state:NV')
    await superAdmin.goBack()
    await searches.getByRole('button', { name: 'Delete Nevadans' }).click()
    const ask = superAdmin.getByRole('dialog', { name: 'Nevadans' })
    await ask.getByText('Are you sure you want to delete this search?').waitFor()
    await ask.getByRole('button', { name: 'Delete', exact: true }).click()
    await searches.getByText('No saved search.').waitFor()
    await expectAccessible(superAdmin)
    await open(page, leads('/search'))
    await page.getByText('No saved search yet.').waitFor()
  },
)
