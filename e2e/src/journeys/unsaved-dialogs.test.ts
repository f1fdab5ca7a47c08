import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeMember, becomeProvenMember } from '../people.ts'
import { patience } from '../search-screen.ts'

/** What is typed in a dialog box is neither closed away by a slip nor lost with a connection. */

const name = 'Movers of Nevada'

/** A new user with one saved search, on the page that lists it, which was reached from another page. */
async function keepSearch(page: Page, become = becomeMember): Promise<void> {
  await become(page)
  const data = { dictId: 'businesses', searchName: name, dslFilter: 'state:NV' }
  const headers = { origin: leads('').slice(0, -1) }
  const kept = await page.request.post(leads('/api/saved-searches'), { data, headers })
  expect(kept.status(), await kept.text()).toBe(201)
  await open(page, leads('/settings/profile'))
  await page.getByRole('link', { name: 'Search', exact: true }).first().press('Enter')
  await page.getByRole('link', { name, exact: true }).waitFor(patience)
}

const noAnswer = 'The site did not answer. Check your connection.'

journey('a dialog box asks before what was typed in it is lost', async ({ visitor }) => {
  const page = await visitor({ viewport: phone, expected: [/net::ERR_FAILED/] })
  await keepSearch(page)
  const report = page.getByRole('button', { name: `Report ${name}` })
  await report.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'What is wrong?' })
  const words = dialog.getByRole('textbox', { name: 'What is wrong' })
  // Nothing is typed, so nothing is asked.
  await words.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => report.evaluate((it) => it === document.activeElement), patience).toBe(true)

  await report.press('Enter')
  await words.fill('Both have closed.')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await words.press('Escape')
  await question.waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // The key answers the question alone.
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  // Beside the box.
  await page.mouse.click(2, 2)
  await question.getByText('Go on writing', { exact: true }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await words.inputValue()).toBe('Both have closed.')
  await page.evaluate(() => history.back())
  const leaving = page.getByRole('dialog', { name: 'Leave this page?' })
  await leaving.waitFor()
  await page.keyboard.press('Escape')
  await leaving.waitFor({ state: 'hidden' })
  expect(await question.count()).toBe(0)
  expect(await words.inputValue()).toBe('Both have closed.')

  // What is not sent says so, and stays.
  await page.route('**/api/reports', (route) => route.abort())
  const send = dialog.getByRole('button', { name: 'Send the report' })
  await send.press('Enter')
  await dialog.getByText(`The report was not sent. ${noAnswer}`, { exact: true }).waitFor()
  expect(await words.inputValue()).toBe('Both have closed.')
  await page.unroute('**/api/reports')
  await send.press('Enter')
  await dialog.getByText(`Thank you. “${name}” is reported; we answer by mail.`).waitFor()
  // It is sent, so it is closed without a question.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  await report.press('Enter')
  await words.fill('And a third one.')
  await words.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await question.waitFor({ state: 'hidden' })
  await report.press('Enter')
  expect(await words.inputValue()).toBe('')
})

journey('notes about a search stay in their dialog box until they are saved', async ({ visitor }) => {
  const page = await visitor({ expected: [/net::ERR_FAILED/] })
  await keepSearch(page, becomeProvenMember)
  await page.getByRole('button', { name: `Edit ${name}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit this search' })
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Call them in spring.')
  await page.route('**/api/saved-searches/*', (route) => route.abort())
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.press('Enter')
  await dialog.getByText(`The search was not changed. ${noAnswer}`, { exact: true }).waitFor()
  await expectAccessible(page)
  expect(await dialog.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Call them in spring.')
  await page.unroute('**/api/saved-searches/*')
  const long = 'Movers_of_Nevada_'.repeat(7)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(long)
  // The mails are changed by a call of their own: of two, the one that was done is not called undone.
  await dialog.getByRole('combobox', { name: 'Mail me what is new' }).selectOption('Once a week')
  await page.route('**/api/saved-searches/*/alert', (route) => route.abort())
  await save.press('Enter')
  const half = `The search is saved, but not how often you are mailed. ${noAnswer}`
  await dialog.getByText(half, { exact: true }).waitFor()
  await page.unroute('**/api/saved-searches/*/alert')
  await save.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Call them in spring.').waitFor()
  await page.getByRole('link', { name: long, exact: true }).waitFor()

  // A name without a space takes several lines, and the button that closes the box stays in it.
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: `Delete ${long}` }).press('Enter')
  const question = page.getByRole('dialog', { name: long })
  await question.getByRole('button', { name: 'Close' }).waitFor()
  expect(await question.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})
