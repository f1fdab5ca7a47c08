import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { linkIn, readLetter } from '../mail-folder.ts'
import { becomeProvenMember } from '../people.ts'
import { patience } from '../search-screen.ts'

/** A search goes to somebody by mail; they open and copy it, and the sender's account gets free leads once. */

journey('share by mail, the recipient opens it, the sender gets free leads once', async ({ visitor }) => {
  const page = await visitor({ viewport: phone, expected: [/status of 422/] })
  const sender = await becomeProvenMember(page)
  const saved = await page.request.post(leads('/api/saved-searches'), {
    data: { dictId: 'businesses', searchName: 'Roofers of Texas', dslFilter: 'state:TX' },
    headers: { origin: leads('').slice(0, -1) },
  })
  expect(saved.status(), await saved.text()).toBe(201)
  const friend = sender.email.replace('visitor-', 'friend-')

  await open(page, leads('/search'))
  await page.getByRole('button', { name: 'Share Roofers of Texas by email' }).click()
  await page.getByRole('heading', { level: 1, name: 'Share “Roofers of Texas”' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'See the mail' }).click()
  await page.getByRole('heading', { name: 'The mail' }).waitFor()
  await page.getByRole('button', { name: 'Send to 0 recipients' }).click()
  await page.getByText("Please include a 'To' email address for your message.").waitFor()

  await page.getByRole('textbox', { name: 'To' }).fill(` ${friend} , `)
  await page.getByRole('button', { name: 'See the mail' }).press('Enter')
  const frame = page.frameLocator('iframe[title="How the mail looks"]')
  await frame.getByRole('heading', { name: 'Roofers of Texas' }).waitFor()
  await page.getByText('Mobile', { exact: true }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Send to 1 recipient' }).press('Enter')
  await page.getByText('Sent to 1.').waitFor(patience)
  await expect.poll(() => page.getByText('Your account got 5 free leads for this.').count(), patience).toBe(1)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const link = await readLetter(friend, linkIn('/share/search'), 'the search')
  const recipient = await visitor()
  await recipient.goto(link)
  await recipient.getByRole('heading', { name: 'Roofers of Texas' }).first().waitFor()

  const stop = await readLetter(friend, linkIn('/mails/stop'), 'a way to stop')
  await recipient.goto(stop)
  await recipient.getByText('Shall nobody write to f•••@').waitFor()
  await expectAccessible(recipient)
  await recipient.getByRole('button', { name: 'Stop these mails' }).click()
  await recipient.getByText('Done. Nobody can send you such mails any more.').waitFor()

  await page.getByRole('link', { name: 'Write another' }).click()
  await page.getByRole('textbox', { name: 'To' }).fill(friend)
  await page.getByRole('button', { name: 'See the mail' }).click()
  await page.getByRole('button', { name: 'Send to 1 recipient' }).click()
  await page.getByText('The recipient has asked for no more mail.').waitFor()
})
