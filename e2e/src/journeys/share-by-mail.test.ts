import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { linkIn, readLetter } from '../mail-folder.ts'
import { becomeMember, enter, sampleLogin, verifyByMail } from '../people.ts'
import { takePicture } from '../pictures.ts'
import { openSearch, patience, readCount } from '../search-screen.ts'

/** A search goes to somebody by mail; they open and copy it, and the sender's account gets free leads once. */

journey(
  'a search is saved and shared by mail, the recipient copies it, the sender gets free leads once',
  async ({ visitor }) => {
    const page = await visitor({ viewport: phone, expected: [/status of 422/] })
    const sender = await becomeMember(page)
    await openSearch(page, { dslFilter: 'state:TX' })
    await readCount(page)
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    const save = page.getByRole('dialog', { name: 'Save this search' })
    await save.getByRole('textbox', { name: 'Name' }).fill('Roofers of Texas')
    await save.getByRole('textbox', { name: 'Name' }).press('Enter')
    await page.getByText('Saved as “Roofers of Texas”.').waitFor()
    const friend = sender.email.replace('visitor-', 'friend-')

    await open(page, leads('/search'))
    await page.getByRole('button', { name: 'Share Roofers of Texas by email' }).click()
    await page.getByRole('heading', { level: 1, name: 'Share “Roofers of Texas”' }).waitFor()
    // Nobody writes a message that they may not send yet.
    await page.getByText('Please confirm your email address first.', { exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'To' }).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Confirm your email address' }).click()
    await verifyByMail(page, sender.email)
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('heading', { level: 1, name: 'Share “Roofers of Texas”' }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'See the mail' }).click()
    await page.getByText("Please include a 'To' email address for your message.").waitFor()
    await page.getByRole('textbox', { name: 'To' }).fill('nobody')
    await page.getByRole('button', { name: 'See the mail' }).press('Enter')
    await page.getByText('Uh oh, "nobody" doesn\'t look like an email address.').waitFor()
    expect(await page.getByRole('heading', { name: 'The mail' }).count()).toBe(0)

    await page.getByRole('textbox', { name: 'To' }).fill(` ${friend} , `)
    const said = await page.getByRole('textbox', { name: 'Your words' }).inputValue()
    await page.getByRole('textbox', { name: 'Your words' }).fill(' ')
    await page.getByRole('button', { name: 'See the mail' }).press('Enter')
    await page.getByText('Please include a text version of your email.').waitFor()
    expect(await page.getByRole('heading', { name: 'The mail' }).count()).toBe(0)
    await page.getByRole('textbox', { name: 'Your words' }).fill(said)
    await page.getByRole('button', { name: 'See the mail' }).press('Enter')
    const frame = page.frameLocator('iframe[title="How the mail looks"]')
    await frame.getByRole('heading', { name: 'Roofers of Texas' }).waitFor()
    await page.getByText('Mobile', { exact: true }).click()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Send to 1 recipient' }).press('Enter')
    await page.getByText('Sent to 1.').waitFor(patience)
    await expect
      .poll(() => page.getByText('Your account got 5 free leads for this.').count(), patience)
      .toBe(1)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const link = await readLetter(friend, linkIn('/share/search'), 'the search')
    const recipient = await visitor({ viewport: phone })
    await open(recipient, link)
    await recipient.getByRole('heading', { name: 'Roofers of Texas' }).first().waitFor()
    await expectAccessible(recipient)
    await expectNoSidewaysScroll(recipient)
    await becomeMember(recipient)
    await open(recipient, link)
    await recipient.getByRole('button', { name: 'Copy to my searches' }).press('Enter')
    await recipient.waitForURL(/\/_search\/businesses\?.*savedSearch=srch_/)

    // The same person again earns nothing.
    await page.getByRole('link', { name: 'Write another' }).click()
    await page.getByRole('textbox', { name: 'To' }).fill(friend)
    await page.getByRole('button', { name: 'See the mail' }).click()
    await page.getByRole('button', { name: 'Send to 1 recipient' }).click()
    await page.getByText('Sent to 1.').waitFor(patience)
    const earned = await page.request.get(leads('/api/promos'))
    expect((await earned.json()).promos).toHaveLength(1)
    const admin = await visitor({ viewport: phone })
    await enter(admin, sampleLogin('super_admin'))
    await open(admin, leads('/admin/promos'))
    await admin.getByRole('textbox', { name: 'Account or address' }).fill(friend)
    await admin.getByRole('button', { name: 'Search' }).press('Enter')
    await admin.waitForURL(/q=friend/)
    const records = admin.getByRole('table', { name: 'Promo records' })
    await records.getByRole('link', { name: sender.email }).waitFor()
    expect(await records.getByRole('link', { name: sender.email }).count()).toBe(1)
    await expectAccessible(admin)
    await expectNoSidewaysScroll(admin)
    await takePicture(admin, 'promos-360')
    await admin.setViewportSize({ width: 1280, height: 800 })
    await takePicture(admin, 'promos-1280')

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
  },
)
