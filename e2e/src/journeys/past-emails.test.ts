import { expect } from 'vitest'
import { expectAccessible, open } from '../browser.ts'
import { journey, leads } from '../journey.ts'
import { becomeProvenMember } from '../people.ts'

journey('the list of messages one has sent shows all their recipients', async ({ visitor }) => {
  const page = await visitor()
  const { email } = await becomeProvenMember(page)
  const recipients = Array.from({ length: 6 }, (_, i) => email.replace('visitor', `recipient-${i + 1}`))
  const message = { cc: '', bcc: '', subject: 'A message', text: 'Hello', html: '<p>Hello</p>' }
  const sent = await page.request.post(leads('/api/email'), {
    headers: { origin: leads('/').slice(0, -1), 'idempotency-key': 'past-emails' },
    data: { ...message, to: recipients.join(','), from: { email, name: 'Visitor' } },
  })
  expect(sent.status(), await sent.text()).toBe(202)
  await open(page, leads('/share/email'))
  const list = page.getByRole('group', { name: 'Messages you have sent' })
  await list.getByText(recipients.at(-1) ?? '').waitFor()
  const [width, shown] = await list.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
  expect(width).toBe(shown)
  await expectAccessible(page)
})
