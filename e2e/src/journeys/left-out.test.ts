import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone, stayHere } from '../browser.ts'
import { fetchCsv } from '../delivered-file.ts'
import { journey, leads } from '../journey.ts'
import { becomeBusiness, enter, sampleLogin } from '../people.ts'
import { openSearch, patience, pressOrder, readCount } from '../search-screen.ts'

const headers = { origin: new URL(leads('/')).origin }

/** The name of a company in Nevada, and how many leads there have it. */
async function someCompany(page: Page): Promise<{ name: string; count: number }> {
  const ask = async (data: object) => {
    const answer = await page.request.post(leads('/api/search/businesses'), { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return await answer.json()
  }
  const { rows } = await ask({ dslFilter: 'state:NV', limit: 1 })
  const name: string = rows[0].cells.company ?? rows[0].cells.name
  const { count } = await ask({ dslFilter: 'state:NV', q: `company:"${name}"`, count_only: true })
  return { name, count }
}

journey(
  'a suppression list is read, applied, seen in the price of a file, deleted and restored, by the keyboard',
  async ({ visitor }) => {
    const page = await visitor()
    await becomeBusiness(page, await visitor())
    const { name, count } = await someCompany(page)
    const list = `Customers ${Date.now()}`
    await open(page, leads('/search/suppression'))
    const nameBox = page.getByRole('textbox', { name: 'Name', exact: true })
    const entries = page.getByRole('textbox', { name: 'Or type or paste it here' })
    await nameBox.fill(list)
    await entries.fill(`"${name}"`)
    await page.getByRole('link', { name: 'Pricing' }).first().press('Enter')
    await stayHere(page)
    // What is typed while the list is read stays.
    const typed = Promise.withResolvers<void>()
    await page.route('**/api/suppression-lists?*', async (route) => {
      await typed.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Read the list' }).press('Enter')
    await nameBox.fill('The next list')
    typed.resolve()
    await page.getByText(`“${list}” is read.`).waitFor()
    expect(await nameBox.inputValue()).toBe('The next list')
    await nameBox.fill('')
    await entries.fill('')
    await page
      .getByRole('checkbox', { name: /^Company names: / })
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Apply ${list}` }).press('Enter')
    await page.getByText('The list is applied').waitFor()

    await openSearch(page, { dslFilter: 'state:NV' })
    const found = await readCount(page)
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Download leads' })
    const line = dialog.getByText('Left out by your suppression lists')
    await line.waitFor()
    const leftOut = Number((await line.locator('..').locator('dd').textContent())?.replaceAll(',', ''))
    expect(leftOut).toBe(count)
    const rows = dialog.getByText('Rows in the file', { exact: true }).locator('..').locator('dd')
    await expect
      .poll(async () => Number((await rows.textContent())?.replaceAll(',', '')))
      .toBe(found - leftOut)
    await expectAccessible(page)
    await pressOrder(dialog, /^Download for [\d,]+ leads?$|^Download, free$/)
    const fetch = dialog.getByRole('link', { name: 'Fetch the file', exact: true })
    await fetch.waitFor(patience)
    const file = await fetchCsv(page, async () => await fetch.click())
    expect(file.rows).toHaveLength(found - leftOut)
    expect(file.rows.filter((row) => row.includes(name))).toEqual([])

    await page.setViewportSize(phone)
    await open(page, leads('/search/suppression'))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: `Delete ${list}` }).press('Enter')
    await page.getByText(`“${list}” is deleted`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('The list is back as it was.').waitFor()
    await page.getByRole('button', { name: `Delete ${list}` }).press('Enter')
    await page.getByText(`“${list}” is deleted`).waitFor()
  },
)

journey(
  'an operator puts somebody on the do-not-contact list, finds them there and takes them off',
  async ({ visitor }) => {
    const page = await visitor()
    await enter(page, sampleLogin('super_admin'))
    const email = `nobody-${Date.now()}@example.com`
    await open(page, leads('/admin/opt-outs'))
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'One a line' }).fill(email)
    await page.getByRole('textbox', { name: 'Reason' }).fill('asked by mail')
    await page.getByRole('link', { name: 'Pricing' }).first().press('Enter')
    await stayHere(page)
    await page.getByRole('button', { name: 'Remove them everywhere' }).press('Enter')
    await page.getByText('1 new on the list. 0 leads are removed').waitFor()
    expect(await page.getByRole('textbox', { name: 'One a line' }).inputValue()).toBe('')
    await page.getByRole('textbox', { name: /^Email, number/ }).fill(email.toUpperCase())
    await page.getByRole('button', { name: 'Look' }).press('Enter')
    await page.waitForURL(/q=NOBODY/)
    const takeOff = page.getByRole('button', { name: 'Take off: n•••@example.com' })
    await takeOff.waitFor()
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await takeOff.press('Enter')
    const question = page.getByRole('dialog', { name: /^Take off: / })
    await question.getByRole('textbox', { name: 'Reason' }).fill('a test')
    await question.getByRole('button', { name: 'Take off', exact: true }).press('Enter')
    await page.getByText('The entry is off the list.').waitFor()
  },
)

journey(
  'an operator sees that California’s delete requests are not fetched yet, exempts a hash and ends it',
  async ({ visitor }) => {
    const page = await visitor()
    await enter(page, sampleLogin('super_admin'))
    await open(page, leads('/admin/drop'))
    await page.getByText('DROP_API_KEY is not set').waitFor()
    await expectAccessible(page)
    const hash = `${String(Date.now()).padEnd(43, 'A')}=`
    await page.getByRole('textbox', { name: /^Hash/ }).fill(hash)
    await page.getByRole('textbox', { name: 'Reason in law' }).fill('kept by law')
    await page.getByRole('button', { name: 'Exempt', exact: true }).press('Enter')
    await page.getByText('It is exempt from now on.').waitFor()
    const end = page.getByRole('button', { name: `End the exemption of ${hash}` })
    await end.waitFor()
    await page.setViewportSize(phone)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await end.press('Enter')
    const question = page.getByRole('dialog', { name: /^End the exemption/ })
    await question.getByRole('textbox', { name: 'Reason in law' }).fill('a test')
    await question.getByRole('button', { name: 'End', exact: true }).press('Enter')
    await page.getByText('The exemption has ended.').waitFor()
    await page.getByText('Nothing is exempt.').waitFor()
  },
)
