import { expect } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { fetchCsv } from '../delivered-file.ts'
import { journey, leads } from '../journey.ts'
import { choose, tabAndPress, tabAndType, tabTo } from '../keyboard.ts'
import { becomeProvenMember } from '../people.ts'
import { addressOf, countOtherThan, patience, readCount } from '../search-screen.ts'

journey(
  'without a mouse: log in, search by bar, places, filters and bars, save, download, reopen, delete',
  async ({ visitor }) => {
    const { email, password } = await becomeProvenMember(await visitor())
    const page = await visitor({ map: true })
    const { keyboard } = page
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const select = (name: string) => page.getByRole('combobox', { name, exact: true })
    const filter = () => addressOf(page).filter
    const places = () => addressOf(page).dslFilter

    await open(page, leads('/login'))
    await keyboard.press('Tab')
    await expect.poll(() => page.getByRole('link', { name: 'Skip to content' }).isVisible()).toBe(true)
    await tabAndType(page, page.getByRole('textbox', { name: 'Email' }), email)
    await tabAndType(page, page.getByRole('textbox', { name: 'Password' }), password)
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'What are you looking for?' }).waitFor()
    await tabAndPress(page, page.getByRole('link', { name: /^Sample businesses/ }))
    await page.getByRole('table', { name: 'Leads' }).waitFor()
    const all = await readCount(page)

    // The query bar completes the column, then its value.
    await tabAndType(page, select('Query'), 'indus')
    await page.getByRole('option', { name: /^industry Industry/ }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await keyboard.type('fitn')
    await page.getByRole('option', { name: /Fitness Centers/ }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await expect.poll(filter, patience).toBe('industry:"Fitness Centers"')
    const ofIndustry = await countOtherThan(page, all)

    // A search without a place, then without a name, is not saved.
    await tabAndPress(page, button('Save'))
    const save = page.getByRole('dialog', { name: 'Save this search' })
    const name = save.getByRole('textbox', { name: 'Name' })
    await tabTo(page, name)
    await keyboard.press('Enter')
    await save.getByText('Please name your search before saving.', { exact: true }).waitFor()
    await keyboard.type('Gyms of Texas')
    await keyboard.press('Enter')
    await save.getByText('Select a geography to save this search', { exact: true }).waitFor()
    await expectAccessible(page)
    await keyboard.press('Escape')
    await save.waitFor({ state: 'detached' })
    await expect
      .poll(() => button('Save').evaluate((it) => it === document.activeElement), patience)
      .toBe(true)

    // A state, a radius around a ZIP, and a county that is left out.
    await tabTo(page, page.getByRole('radio', { name: 'Filters' }))
    await keyboard.press('ArrowRight')
    await tabTo(page, select('State'))
    await choose(select('State'), 'Texas')
    await tabAndPress(page, button('Add state'))
    await expect.poll(places, patience).toBe('state:TX')
    const inTexas = await countOtherThan(page, ofIndustry)
    await tabAndType(page, page.getByRole('textbox', { name: 'Distance' }), '30')
    await tabAndType(page, page.getByRole('textbox', { name: 'Around' }), '70112')
    await keyboard.press('Enter')
    await expect.poll(places, patience).toBe('state:TX or within:30mi@70112')
    const withRadius = await countOtherThan(page, inTexas)
    expect(withRadius).toBeGreaterThan(inTexas)
    await tabTo(page, page.getByRole('radio', { name: 'Include' }), 'Shift+Tab')
    await keyboard.press('ArrowRight')
    await tabTo(page, select('State'))
    await choose(select('State'), 'Texas')
    await page.getByRole('option', { name: 'Harris', exact: true }).waitFor({ state: 'attached' })
    await tabTo(page, select('County'))
    await choose(select('County'), 'Harris')
    await tabAndPress(page, button('Add county'))
    await expect.poll(places, patience).toBe('(state:TX or within:30mi@70112) -county:"Harris, TX"')
    const withoutHarris = await countOtherThan(page, withRadius)
    expect(withoutHarris).toBeLessThan(withRadius)
    await expectAccessible(page)

    // A range in the form; the box keeps the focus.
    await tabTo(page, page.getByRole('radio', { name: 'Places' }), 'Shift+Tab')
    await keyboard.press('ArrowLeft')
    const from = page.getByRole('textbox', { name: 'Employees from' })
    await tabAndType(page, from, '50')
    await keyboard.press('Enter')
    await expect.poll(filter, patience).toBe('industry:"Fitness Centers" employees:>=50')
    const large = await countOtherThan(page, withoutHarris)
    expect(await from.evaluate((it) => it === document.activeElement)).toBe(true)

    // A bar is a filter.
    const bar = page.getByRole('list', { name: 'Title' }).getByRole('button', { name: /^Owner/ })
    await tabTo(page, bar)
    await keyboard.press('Space')
    await expect.poll(filter, patience).toBe('industry:"Fitness Centers" employees:>=50 title:Owner')
    const owners = await countOtherThan(page, large)
    expect(owners).toBeGreaterThan(0)

    await tabAndPress(page, button('Save'))
    await tabTo(page, name)
    await keyboard.type('Gyms of Texas')
    await keyboard.press('Enter')
    await page.getByText('Saved as “Gyms of Texas”.').waitFor()

    await tabAndPress(page, button('Download'))
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    await tabAndType(page, dialog.getByRole('textbox', { name: 'At most' }), '3')
    const confirm = dialog.getByRole('button', { name: 'Download for 3 leads' })
    await confirm.waitFor()
    await expect.poll(() => confirm.isEnabled(), patience).toBe(true)
    await tabAndPress(page, confirm)
    await dialog.getByText('Your file is ready.').waitFor()
    const fetch = dialog.getByRole('link', { name: 'Fetch the file' })
    const file = await fetchCsv(page, () => tabAndPress(page, fetch))
    expect(file.rows).toHaveLength(3)
    await keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    // From the home page the saved search opens with its query.
    await tabAndPress(page, page.getByRole('link', { name: 'Search', exact: true }))
    const saved = page.getByRole('link', { name: 'Gyms of Texas', exact: true })
    await saved.waitFor()
    await expectAccessible(page)
    expect(await saved.getAttribute('href')).toMatch(/^\/_search\/businesses\?savedSearch=[^&]+&uid=[^&]+$/)
    await tabAndPress(page, saved)
    await page.getByRole('table', { name: 'Leads' }).waitFor()
    expect(await readCount(page)).toBe(owners)
    expect(filter()).toBe('industry:"Fitness Centers" employees:>=50 title:Owner')
    expect(new URL(page.url()).searchParams.get('savedSearch')).toBeTruthy()

    await tabAndPress(page, page.getByRole('link', { name: 'Search', exact: true }))
    await tabAndPress(page, button('Delete Gyms of Texas'))
    const ask = page.getByRole('dialog', { name: 'Gyms of Texas' })
    await ask.getByText('Are you sure you want to delete this search?', { exact: true }).waitFor()
    await expectAccessible(page)
    await tabAndPress(page, ask.getByRole('button', { name: 'Delete', exact: true }))
    await saved.waitFor({ state: 'detached' })
    // The offer to undo is over after 20 s, unless somebody is at it: Tab begins at what stands before it.
    await ask.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Datasets' }).getByRole('link').last().focus()
    await tabAndPress(page, button('Undo'))
    await saved.waitFor()

    // Confirming deletes at once; a user who goes on to another page has seen the offer to undo, and ignored it.
    await tabAndPress(page, button('Delete Gyms of Texas'))
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await tabAndPress(page, ask.getByRole('button', { name: 'Delete', exact: true }))
    await saved.waitFor({ state: 'detached' })
    expect((await deleted).status()).toBe(204)
    await tabAndPress(
      page,
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }),
    )
    await open(page, leads('/search'))
    await page.getByText('No saved search yet.').waitFor()
  },
)
