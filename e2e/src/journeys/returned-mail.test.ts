import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openReturnPath } from '@freeor/messaging/return-path'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, open, phone } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember, enter, sampleLogin } from '../people.ts'
import { patience } from '../search-screen.ts'
import { inboundMail } from '../server.ts'

/** A shared mail comes back: its sender sees why, and a super admin lets mail go to the address again. */

const headers = () => ({ origin: leads('').slice(0, -1) })

/** A mail server reports that this mail did not arrive. */
async function comeBack(page: Page, mailId: string, to: string): Promise<void> {
  const secret = await readFile(join(inject('dataDir'), 'auth-secret'), 'utf8')
  const returnPath = openReturnPath({ secret, domain: inboundMail.BOUNCE_DOMAIN })
  const report = [
    ...[
      'From: MAILER-DAEMON@mx.example',
      `To: ${returnPath.addressOf(mailId)}`,
      'Subject: failure notice',
      '',
    ],
    ...['Hi. This is the qmail-send program at mx.example.', '', `<${to}>:`],
    ...['Sorry, no mailbox here by that name. (#5.1.1)', ''],
  ]
  const answer = await page.request.post(leads('/api/inbound-mail'), {
    data: Buffer.from(report.join('\r\n')),
    headers: {
      ...headers(),
      'content-type': 'message/rfc822',
      'x-inbound-mail-secret': inboundMail.INBOUND_MAIL_SECRET,
    },
  })
  expect(await answer.json()).toEqual({ kind: 'hard', isProven: true, isNew: true })
}

journey('a mail that came back is seen by its sender, and its stop is lifted', async ({ visitor }) => {
  const page = await visitor({ viewport: phone })
  const { email } = await becomeProvenMember(page)
  const to = `gone-${email}`
  const message = { to, from: { email, name: 'Me' }, subject: 'For you', text: 'Look.', html: '<p>Look.</p>' }
  const sent = await page.request.post(leads('/api/email'), { data: message, headers: headers() })
  expect(sent.status(), await sent.text()).toBe(202)
  const { id } = await sent.json()
  await open(page, leads(`/share/email/${id}`))
  await page.getByText('Sent to 1.').waitFor(patience)

  const admin = await visitor()
  await enter(admin, sampleLogin('super_admin'))
  const { mails } = await (await admin.request.get(leads('/api/mail-outbox?limit=200'))).json()
  const mailId = mails.find((mail: { to: string }) => mail.to === to)?.id ?? ''
  await comeBack(admin, mailId, to)

  await open(page, leads(`/share/email/${id}`))
  await page.getByText('Came back', { exact: true }).waitFor()
  await page.getByText(/Sorry, no mailbox here by that name/).waitFor()
  await page.getByText('One came back.').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await open(admin, leads('/admin/mail'))
  const row = admin.getByRole('row').filter({ hasText: to })
  await row.getByText(/^came back: /).waitFor()
  await row.getByRole('link').click()
  await admin.getByRole('heading', { name: 'Mail to this address is stopped' }).waitFor()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Lift the stop' }).press('Enter')
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They wrote to us.')
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Lift the stop', exact: true }).press('Enter')
  await admin.getByText('Mail goes to this address again.').waitFor()
  await expect.poll(() => admin.getByText('Mail to this address is stopped').count(), patience).toBe(0)
})
