import { emails } from '@freeor/leads/emails/tables'
import { missingTexts } from '@freeor/leads/emails/texts'
import { mailOutbox } from '@freeor/messaging/tables'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CompaniesFixture } from '../../testing/companies-fixture.ts'
import { decoded, headOf, openEmailFixture } from '../../testing/email-fixture.ts'
import { message } from '../../testing/emails.ts'
import type { Person } from '../../testing/people.ts'
import { addSavedSearch } from '../../testing/saved-searches.ts'

const { current, send, read, settled, retry } = openEmailFixture()
let fixture: CompaniesFixture
let server: ReturnType<typeof current>['server']
beforeEach(() => {
  ;({ fixture, server } = current())
})

describe('a message must have', () => {
  test.each([
    ['to', { to: ' , ' }, "Please include a 'To' email address for your message."],
    ['to', { to: '\u200b,\u202e' }, "Please include a 'To' email address for your message."],
    ['from', { from: { email: ' ', name: 'Me' } }, "Please include a 'From' email address for your message."],
    ['subject', { subject: ' ' }, 'Please include a Subject for your message.'],
    ['subject', { subject: '\u200b' }, 'Please include a Subject for your message.'],
    ['text', { text: '' }, 'Please include a text version of your email.'],
    ['text', { text: '\u2060\n' }, 'Please include a text version of your email.'],
    ['html', { html: '' }, 'Please include an html version of your email.'],
  ] as const)(
    '%s, and the answer says so in the words of the specification',
    async (field, lack, sentence) => {
      const answer = await send(fixture.people.owner, lack)
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ detail: sentence, field })
      expect(await fixture.deps.db.$count(emails)).toBe(0)
    },
  )

  test('all five, named in their order when nothing was given', async () => {
    const { owner: as } = fixture.people
    const answer = await fixture.call('POST', '/api/email', { as, body: {} })
    expect(answer.body).toMatchObject({
      detail: missingTexts.to,
      errors: Object.values(missingTexts).map((sentence) => expect.objectContaining({ message: sentence })),
    })
  })
})

test('recipients are separated by commas, spaces removed, each once, with the state of each', async () => {
  const { owner } = fixture.people
  const to = ' a@elsewhere.example , b@elsewhere.example,,\n A@elsewhere.example'
  const answer = await send(owner, {
    to,
    cc: 'c@elsewhere.example, b@elsewhere.example',
    bcc: 'd@elsewhere.example',
  })
  expect(answer.status, answer.text).toBe(202)
  const all = ['a', 'b', 'c', 'd'].map((name) => `${name}@elsewhere.example`)
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^eml_/),
    recipients: all.map((email) => ({ email, state: 'queued' })),
  })
  expect(await settled(owner, answer.body.id)).toEqual(all.map((email) => [email, 'sent']))
  expect((await read(owner, answer.body.id)).recipients.map(({ kind }) => kind)).toEqual([
    'to',
    'to',
    'cc',
    'bcc',
  ])
  expect(server.received.map(({ to: one }) => one).toSorted()).toEqual(all.map((one) => [one]))
  for (const { raw } of server.received) {
    const head = headOf(raw)
    expect(head).toMatch(/^To: a@elsewhere\.example, b@elsewhere\.example\r?$/m)
    expect(head).toMatch(/^Cc: c@elsewhere\.example\r?$/m)
    expect(head).not.toContain('d@elsewhere.example')
  }
})

test.each([
  'nobody',
  'Ann <a@elsewhere.example>',
  'a@b@c.example',
  'a@elsewhere.example;b@elsewhere.example',
])('what is no address is named, and nobody is written to: %s', async (wrong) => {
  const answer = await send(fixture.people.owner, { cc: wrong })
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({
    field: 'cc',
    detail: expect.stringContaining("doesn't look like an email"),
  })
  expect(await fixture.deps.db.$count(emails)).toBe(0)
})

test('the mail comes from the configured address, answers go to the sender, and the markup is ours', async () => {
  const { owner } = fixture.people
  const savedSearch = await addSavedSearch(fixture, owner)
  const answer = await send(owner, {
    savedSearch,
    from: { email: 'boss@bank.example', name: 'Your Bank' },
    subject: 'Your account is locked',
    text: 'Look here:\n\nhttps://evil.example/login and www.evil.example, ask me@evil.example',
    html: '<a href="https://evil.example">Log in</a>',
  })
  await settled(owner, answer.body.id)
  const raw = decoded(server.received[0]?.raw ?? '')
  const head = headOf(raw)
  expect(server.received[0]?.from).toBe('no-reply@freeor.local')
  expect(head).toMatch(/^From: Freeor <no-reply@freeor\.local>\r?$/m)
  expect(head).toMatch(new RegExp(`^Reply-To: ${owner.email}\r?$`, 'm'))
  expect(head).toMatch(/^Subject: Test owner shares a search with you: Kept\r?$/m)
  expect(raw).toContain('Look here:')
  expect(raw).toMatch(new RegExp(`/share/search\\?savedSearch=[\\w-]{22}&uid=${owner.userId}`))
  expect(raw).not.toMatch(/bank\.example|locked|https?:\/\/(?:www\.)?evil|evil\.example|me@evil/)
})

test('a super admin’s own markup, sender name and subject are sent, cleaned', async () => {
  const { superAdmin } = fixture.people
  const answer = await send(superAdmin, {
    from: { email: 'desk@people.example', name: 'The Desk\r\nBcc: x@y.zz' },
    subject: 'News of May',
    html: '<p style="color:red">Hello</p><script>alert(1)</script><img src=x onerror=alert(1)>',
    text: 'Hello https://freeor.example',
  })
  expect(answer.status, answer.text).toBe(202)
  await settled(superAdmin, answer.body.id)
  const raw = decoded(server.received[0]?.raw ?? '')
  expect(headOf(raw)).toMatch(/^From: "?The Desk Bcc: x@y\.zz"? <no-reply@freeor\.local>\r?$/m)
  expect(headOf(raw)).toMatch(/^Reply-To: desk@people\.example\r?$/m)
  expect(headOf(raw)).toMatch(/^Subject: News of May\r?$/m)
  expect(raw).toContain('<p style="color:red">Hello</p>')
  expect(raw).not.toMatch(/<script|onerror/)
  expect(raw).toContain('Stop mails like this one')
})

test('one recipient is refused for good, one is tried later, the others get it; the failed one is sent again', async () => {
  const { owner, member, stranger } = fixture.people
  server.judge((address) =>
    address.startsWith('gone') ? 550 : address.startsWith('later') ? 421 : undefined,
  )
  const { body } = await send(owner, {
    to: 'gone@elsewhere.example,here@elsewhere.example,later@elsewhere.example',
  })
  expect(await settled(owner, body.id)).toEqual([
    ['gone@elsewhere.example', 'failed'],
    ['here@elsewhere.example', 'sent'],
    ['later@elsewhere.example', 'queued'],
  ])
  const [gone] = (await read(owner, body.id)).recipients
  expect(gone).toMatchObject({ reason: expect.stringContaining('550'), canRetry: true, sentAt: null })
  for (const as of [member, stranger])
    expect((await retry(as, body.id, 'gone@elsewhere.example')).status).toBe(404)
  expect((await retry(owner, body.id, 'here@elsewhere.example')).status).toBe(409)
  server.judge(() => undefined)
  const retried = await retry(owner, body.id, 'GONE@elsewhere.example')
  expect(retried.status, retried.text).toBe(202)
  await vi.waitFor(
    async () => expect((await read(owner, body.id)).recipients[0]).toMatchObject({ state: 'sent' }),
    { timeout: 60_000, interval: 50 },
  )
  expect(server.received.filter(({ to }) => to[0] === 'gone@elsewhere.example')).toHaveLength(1)
})

test('a message is its sender’s own: colleagues and strangers find none', async () => {
  const { owner, admin, stranger } = fixture.people
  const { body } = await send(owner)
  for (const as of [admin, stranger]) {
    expect((await fixture.call('GET', `/api/email/${body.id}`, { as })).status).toBe(404)
    expect((await fixture.call('GET', '/api/email', { as })).body.emails).toEqual([])
  }
  expect((await fixture.call('GET', '/api/email', { as: owner })).body.emails.map(({ id }) => id)).toEqual([
    body.id,
  ])
})

test('a viewer shares nothing', async () => {
  expect((await send(fixture.people.viewer)).status).toBe(403)
})

test('the preview is the mail itself, sends nothing and says what mail programs drop', async () => {
  const { owner, superAdmin } = fixture.people
  const preview = async (as: Person, more: object) =>
    (await fixture.call('POST', '/api/email/preview', { as, body: message(more) })).body
  const savedSearch = await addSavedSearch(fixture, owner)
  const shown = await preview(owner, { savedSearch, html: '<script>' })
  expect(shown).toMatchObject({ subject: 'Test owner shares a search with you: Kept', warnings: [] })
  expect(shown.text).toContain('Look at this.')
  const raw = await preview(superAdmin, { html: '<img src="https://a.example/x.png" width="1">' })
  expect(raw.html).toContain('https://a.example/x.png')
  expect(raw.warnings[0]).toMatchObject({
    severity: 'error',
    text: expect.stringContaining('alternative text'),
  })
  expect(raw.bytes).toBe(Buffer.byteLength(raw.html))
  expect(await fixture.deps.db.$count(emails)).toBe(0)
  // It is refused before the button that could not send it is shown.
  expect(await preview(owner, { to: 'nobody' })).toMatchObject({
    detail: 'Uh oh, "nobody" doesn\'t look like an email address.',
  })
})

test('a message that shares what is not the sender’s is not sent, and nothing waits of it', async () => {
  const { owner, member } = fixture.people
  const before = await fixture.deps.db.$count(mailOutbox)
  for (const savedSearch of ['srch_none', await addSavedSearch(fixture, member)])
    expect((await send(owner, { savedSearch })).status).toBe(404)
  expect(await fixture.deps.db.$count(mailOutbox)).toBe(before)
})

test('the pictures of a mail are shown on a page of their own, which runs nothing and which no other site frames', async () => {
  const { superAdmin } = fixture.people
  const html = '<img alt="x" src="https://a.example/x.png"><script>alert(1)</script>'
  const page = await fixture.call('POST', '/api/email/preview/page', {
    as: superAdmin,
    rawBody: new URLSearchParams({ html }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(page.status, page.text).toBe(200)
  expect(page.text).toContain('https://a.example/x.png')
  expect(page.text).not.toContain('<script')
  expect(page.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN')
})
