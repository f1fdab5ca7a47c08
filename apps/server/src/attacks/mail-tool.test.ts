import { emailRecipientRows } from '@freeor/leads/emails/tables'
import { beforeEach, expect, test } from 'vitest'
import { freshen } from '../testing/account-things.ts'
import type { CompaniesFixture } from '../testing/companies-fixture.ts'
import { decoded, headOf, openEmailFixture } from '../testing/email-fixture.ts'
import { message } from '../testing/emails.ts'

/** What a hostile member tries with the mail tool, and what link scanners do with the links of its mails. */

const { current, send, settled, retry } = openEmailFixture()
let fixture: CompaniesFixture
let server: ReturnType<typeof current>['server']
beforeEach(() => {
  ;({ fixture, server } = current())
})

test('under one key a message is sent once, also by ten calls at once, and another message is refused', async () => {
  const { owner } = fixture.people
  const key = { 'idempotency-key': 'once' }
  const answers = await Promise.all(Array.from({ length: 10 }, async () => await send(owner, {}, key)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await fixture.deps.db.$count(emailRecipientRows)).toBe(1)
  expect((await send(owner, { subject: 'Another' }, key)).status).toBe(409)
})

const many = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name}${n}@elsewhere.example`).join(',')

test('51 recipients are too many for a message, and 200 are all that an account has in a day, by whoever', async () => {
  const { owner, member, stranger } = fixture.people
  // Nothing leaves: the states do not matter here.
  server.judge(() => 450)
  expect((await send(owner, { to: many(51, 'x') })).status).toBe(422)
  expect((await send(owner, { to: many(30, 'x'), cc: many(15, 'y'), bcc: many(6, 'z') })).status).toBe(422)
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => await send(n % 2 ? owner : member, { to: many(50, `p${n}-`) })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 202, 429, 429])
  const refused = await send(owner)
  expect([refused.status, refused.body]).toEqual([429, expect.objectContaining({ limit: 200, left: 0 })])
  expect((await send(stranger)).status).toBe(202)
})

const stopLink = /<http:\/\/localhost:3000\/mails\/stop\?token=([^>\s]+)>/

test('whoever stops these mails gets none any more, by the link of their own mail and only by a POST', async () => {
  const { owner } = fixture.people
  const to = 'tired@elsewhere.example, fresh@elsewhere.example'
  const first = await send(owner, { to })
  await settled(owner, first.body.id)
  const mail = server.received.find((one) => one.to[0] === 'tired@elsewhere.example')
  const head = headOf(mail?.raw ?? '')
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  const token = decodeURIComponent(stopLink.exec(head)?.[1] ?? '')
  const opened = await fixture.call('POST', '/api/mail-stops/open', { body: { token } })
  expect([opened.status, opened.body]).toEqual([200, { email: 't•••@elsewhere.example' }])
  expect((await send(owner, { to })).body.recipients.map(({ state }) => state)).toEqual(['queued', 'queued'])
  // The first letter is random: it is replaced by another one.
  const altered = `${token.startsWith('z') ? 'y' : 'z'}${token.slice(1)}`
  for (const wrong of ['', 'x.y', `${token}x`, altered])
    expect(
      (await fixture.call('POST', '/api/mail-stops', { body: { token: wrong } })).status,
    ).toBeGreaterThan(399)
  for (const _ of [1, 2])
    expect((await fixture.call('POST', '/api/mail-stops', { body: { token } })).status).toBe(200)
  const after = await send(owner, { to })
  expect(after.body.recipients.map(({ state }) => state)).toEqual(['failed', 'queued'])
  const retried = await retry(owner, after.body.id, 'tired@elsewhere.example')
  expect(retried.status).toBe(409)
})

test('a key sends as its person, without the rights of a super admin, and only with the scope for it', async () => {
  const { superAdmin } = fixture.people
  await freshen(fixture, superAdmin)
  const keyFor = async (scope: string) => {
    const body = { name: 'Mails', scopes: [scope] }
    return (await fixture.call('POST', '/api/account/api_keys', { as: superAdmin, body })).body.key
  }
  const sendWith = async (key: string) =>
    await fixture.call('POST', '/api/email', {
      headers: { authorization: `Bearer ${key}` },
      body: message({
        to: 'by-key@elsewhere.example',
        from: { email: 'desk@people.example', name: 'The Desk' },
        html: '<p style="color:red">Hello</p>',
      }),
    })
  expect(await sendWith(await keyFor('saved-searches'))).toMatchObject({
    ...{ status: 403, body: { code: 'forbidden', scope: 'sharing' } },
  })
  const { status, text, body } = await sendWith(await keyFor('sharing'))
  expect(status, text).toBe(202)
  await settled(superAdmin, body.id)
  const mail = server.received.find(({ to }) => to[0] === 'by-key@elsewhere.example')
  const raw = decoded(mail?.raw ?? '')
  expect(headOf(raw)).toContain(`Reply-To: ${superAdmin.email}`)
  expect(raw).not.toContain('The Desk')
  expect(raw).not.toContain('color:red')
})

test('nothing that anybody types adds a header, a recipient or a command to what is sent', async () => {
  const { owner, superAdmin } = fixture.people
  const hostile = 'x\r\nBcc: thief@evil.example\r\n\r\nDear\r\n.\r\nMAIL FROM:<thief@evil.example>'
  for (const as of [owner, superAdmin]) {
    server.received.length = 0
    const from = { email: as.email, name: hostile.slice(0, 150) }
    const { body } = await send(as, { from, subject: hostile, text: hostile, html: `<p>${hostile}</p>` })
    await settled(as, body.id)
    // Mails of a test before may still arrive; none of them is to this recipient.
    const [mail, ...others] = server.received.filter(({ to }) => to.includes('friend@elsewhere.example'))
    expect(others).toEqual([])
    expect(server.received.flatMap(({ to }) => to)).not.toContain('thief@evil.example')
    expect(mail).toMatchObject({ from: 'no-reply@freeor.local', to: ['friend@elsewhere.example'] })
    const names = headOf(mail?.raw ?? '')
      .split('\r\n')
      .map((line) => line.split(':')[0])
    expect(names.toSorted()).toEqual(
      [
        ...['From', 'To', 'Reply-To', 'Subject', 'Auto-Submitted', 'Message-ID', 'Date', 'MIME-Version'],
        ...['Content-Type', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
      ].toSorted(),
    )
  }
})

test.each(['to', 'cc', 'bcc'])('a line break in %s is a blank, and cannot begin a command', async (field) => {
  const { owner } = fixture.people
  const { body, status } = await send(owner, {
    [field]: 'a@elsewhere.example,\r\nRCPT TO:<thief@evil.example>',
  })
  expect([status, body]).toEqual([422, expect.objectContaining({ field })])
})
