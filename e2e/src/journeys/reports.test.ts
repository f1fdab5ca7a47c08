import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { type Letter, linkIn, readLetter } from '../mail-folder.ts'
import { becomeProvenMember, enter, sampleLogin } from '../people.ts'
import { patience } from '../search-screen.ts'

/** Somebody reports a file; a super admin gives its leads back, and the reporter is told. */

journey('a download is reported, refunded and closed', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  const person = await becomeProvenMember(page)
  const name = `Movers ${person.email.slice(8, 20)}`
  const ordered = await page.request.post(leads('/api/downloads'), {
    data: { dictId: 'businesses', limit: 2, searchName: name },
    headers: { origin: leads('').slice(0, -1), 'idempotency-key': person.email },
  })
  expect(ordered.status(), await ordered.text()).toBe(202)
  await open(page, leads('/search'))
  const report = page.getByRole('button', { name: `Report ${name}` })
  await report.waitFor(patience)
  await report.press('Enter')
  await page.getByRole('button', { name: 'Send the report' }).click()
  await page.getByText('Please say what is wrong.').waitFor()
  await page.getByRole('textbox', { name: 'What is wrong' }).fill('Both have closed.')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Send the report' }).press('Enter')
  await page.getByText(`Thank you. “${name}” is reported; we answer by mail.`).waitFor()
  await open(page, leads('/search'))
  await page.getByRole('link', { name: 'Your reports' }).press('Enter')
  const mine = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await mine.getByText('We look at it').waitFor(patience)
  await mine.getByText('Both have closed.').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const admin = await visitor()
  await enter(admin, sampleLogin('super_admin'))
  await open(admin, leads('/admin/reports'))
  const card = admin.getByRole('listitem').filter({ hasText: name })
  await card.getByText('Both have closed.').waitFor()
  await card.getByRole('link', { name: person.email }).waitFor()
  await expectAccessible(admin)
  await card.getByRole('textbox', { name: 'Answer to the reporter' }).fill('We are sorry.')
  await card.getByRole('checkbox', { name: 'Give back 2 leads' }).check()
  await card.getByRole('checkbox', { name: 'Close the report' }).check()
  await card.getByRole('button', { name: 'Do it and tell the reporter' }).click()
  await admin.getByText('Done. The reporter is told by mail.').waitFor()
  await expect.poll(() => card.count(), patience).toBe(0)
  const linkOf = linkIn('/settings/reports')
  const link = (letter: Letter) =>
    letter.text.includes('2 leads were given back') ? linkOf(letter) : undefined
  await open(page, await readLetter(person.email, link, 'the refund'))
  await mine.getByText(/^Closed on /).waitFor()
  await mine.getByText('We are sorry.').waitFor()
  await mine.getByText('2 leads', { exact: true }).waitFor()
  await expectAccessible(page)
  const file = page.waitForEvent('download')
  await mine.getByRole('link', { name: `Download the file: ${name}` }).press('Enter')
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  await mine.getByRole('link', { name: `Open the search: ${name}` }).press('Enter')
  await page.waitForURL(/\/_search\/businesses/, patience)
  await open(page, leads('/search'))
  await page.getByText('25', { exact: true }).first().waitFor()
})

journey('a user who has reported nothing is told how', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  await becomeProvenMember(page)
  await open(page, leads('/settings/reports'))
  await page.getByText(/^You have reported nothing/).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Go to your searches' }).press('Enter')
  await page.waitForURL(/\/search$/, patience)
})
