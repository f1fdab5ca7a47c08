import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emailRecipientRows } from '@freeor/leads/emails/tables'
import { mailReturns, stoppedAddresses } from '@freeor/messaging/returned/tables'
import { writeComplaint, writeReport } from '@freeor/messaging/returned/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readMailFolderJob } from '../../jobs/read-mail-folder.ts'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { message } from '../../testing/emails.ts'
import { addSentMail, inboundMailVariables, secretHeaders } from '../../testing/inbound-mail.ts'

let fixture: CompaniesFixture
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeor-maildir-'))
  await mkdir(join(folder, 'new'))
  const variables = { ...inboundMailVariables, INBOUND_MAIL_FOLDER: folder }
  fixture = await openCompaniesFixture({ firms: 10, variables })
})

afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true })
})

const handIn = async (raw: Uint8Array | string, headers: Record<string, string> = secretHeaders) =>
  await fixture.call('POST', '/api/inbound-mail', {
    rawBody: raw.toString(),
    headers: { ...headers, 'content-type': 'message/rfc822' },
  })

const stopOf = async (address: string) =>
  (await fixture.deps.db.select().from(stoppedAddresses).where(eq(stoppedAddresses.address, address)))[0]

describe('whoever hands in mail', () => {
  test.each([
    ['no secret', {}],
    ['an empty secret', { 'x-inbound-mail-secret': '' }],
    ['a wrong secret', { 'x-inbound-mail-secret': 'x'.repeat(30) }],
    [
      'the beginning of the secret',
      { 'x-inbound-mail-secret': inboundMailVariables.INBOUND_MAIL_SECRET.slice(0, -1) },
    ],
    ['more than the secret', { 'x-inbound-mail-secret': `${inboundMailVariables.INBOUND_MAIL_SECRET}x` }],
    ['the secret as a bearer token', { authorization: `Bearer ${inboundMailVariables.INBOUND_MAIL_SECRET}` }],
  ])('with %s is refused, and nothing is kept', async (_what, headers) => {
    const { comesBackTo } = await addSentMail(fixture.deps, 'ann@elsewhere.example')
    const before = await fixture.deps.db.$count(mailReturns)
    const answer = await handIn(writeReport({ to: comesBackTo, about: 'ann@elsewhere.example' }), headers)
    expect([401, 403]).toContain(answer.status)
    expect(await fixture.deps.db.$count(mailReturns)).toBe(before)
    expect(await stopOf('ann@elsewhere.example')).toBeUndefined()
  })

  test('as the super admin without the secret is refused too', async () => {
    const answer = await fixture.call('POST', '/api/inbound-mail', {
      as: fixture.people.superAdmin,
      rawBody: 'x',
    })
    expect(answer.status).toBe(403)
  })

  test('with too much is refused before it is read', async () => {
    expect((await handIn('x'.repeat(10_000_001))).status).toBe(413)
  })

  test('with nothing, or with what is no mail, gets an answer, and nothing follows', async () => {
    for (const raw of ['', '\0', 'a'.repeat(100_000)])
      expect((await handIn(raw)).body).toMatchObject({ kind: 'other', isProven: false })
  })

  test('where nothing is configured finds nothing', async () => {
    const app = fixture.appWith({
      inboundMail: { secret: undefined, folder: undefined, returnPath: undefined },
    })
    const request = new Request('http://localhost:3000/api/inbound-mail', {
      method: 'POST',
      headers: { ...secretHeaders, 'content-type': 'message/rfc822' },
      body: 'x',
    })
    expect((await app.fetch(request, { clientAddress: '10.9.9.9', site: 'leads' })).status).toBe(404)
  })
})

/** A message of the mail tool to one person, sent, with the address that it comes back to. */
async function share(to: string) {
  const { owner } = fixture.people
  const { status, body, text } = await fixture.call('POST', '/api/email', {
    as: owner,
    body: message({ to }),
  })
  expect(status, text).toBe(202)
  const [row] = await fixture.deps.db
    .select()
    .from(emailRecipientRows)
    .where(eq(emailRecipientRows.emailId, body.id))
  const mailId = row?.mailId ?? ''
  const read = async () =>
    (await fixture.call('GET', `/api/email/${body.id}`, { as: owner })).body.recipients[0]
  await vi.waitFor(async () => expect((await read())?.state).toBe('sent'), { timeout: 60_000, interval: 50 })
  return {
    mailId,
    comesBackTo: fixture.deps.inboundMail.returnPath?.addressOf(mailId) ?? '',
    read,
    answer: body,
  }
}

const asSuperAdmin = () => ({ as: fixture.people.superAdmin })

test('the sender sees that a mail came back and why, the next one fails, and a super admin lifts the stop', async () => {
  const to = 'gone@elsewhere.example'
  const { mailId, comesBackTo, read } = await share(to)
  expect((await read())?.returned).toBeNull()
  const raw = writeReport({ to: comesBackTo, about: to, diagnostic: 'smtp; 550 5.1.1 No such user' })
  expect((await handIn(raw)).body).toEqual({ kind: 'hard', isProven: true, isNew: true })
  expect((await handIn(raw)).body).toEqual({ kind: 'hard', isProven: true, isNew: false })
  const returned = { kind: 'hard', reason: '550 5.1.1 No such user', receivedAt: expect.any(String) }
  expect(await read()).toMatchObject({ state: 'sent', returned })
  const refused = await fixture.call('POST', '/api/email', {
    as: fixture.people.owner,
    body: message({ to }),
  })
  expect(refused.body.recipients).toEqual([{ email: to, state: 'failed' }])
  const list = await fixture.call('GET', '/api/mail-outbox', asSuperAdmin())
  expect(list.body.mails.find(({ id }) => id === mailId)).toMatchObject({ returned })
  const opened = await fixture.call('GET', `/api/mail-outbox/${mailId}`, asSuperAdmin())
  expect(opened.body).toMatchObject({ returned, stop: { kind: 'hard', reason: '550 5.1.1 No such user' } })
  const lift = async (as = fixture.people.superAdmin) =>
    await fixture.call('POST', `/api/mail-outbox/${mailId}/lift-stop`, {
      as,
      body: { reason: 'They wrote to us.' },
    })
  expect((await lift(fixture.people.owner)).status).toBe(403)
  expect((await lift()).status).toBe(204)
  expect((await lift()).status).toBe(409)
  const audit = await fixture.call('GET', '/api/admin/audit?action=mail_stop.lifted', asSuperAdmin())
  expect(audit.text).toContain('They wrote to us.')
  const again = await fixture.call('POST', '/api/email', { as: fixture.people.owner, body: message({ to }) })
  expect(again.body.recipients).toEqual([{ email: to, state: 'queued' }])
})

test('a member whose own address came back for good still gets the code and the link that they ask for', async () => {
  const { email } = fixture.people.member
  const { comesBackTo } = await addSentMail(fixture.deps, email)
  await handIn(writeComplaint({ from: `<${comesBackTo}>`, about: email }))
  expect(await stopOf(email)).toMatchObject({ kind: 'complaint' })
  await fixture.call('POST', '/api/auth/request-password-reset', { body: { email } })
  const { mails } = (await fixture.call('GET', '/api/mail-outbox', asSuperAdmin())).body
  expect(mails.find(({ to, template }) => to === email && template === 'reset-password')?.state).not.toBe(
    'failed',
  )
})

test('the recipient of the envelope is taken from the address of the call', async () => {
  const to = 'envelope@elsewhere.example'
  const { comesBackTo } = await addSentMail(fixture.deps, to)
  const answer = await fixture.call('POST', `/api/inbound-mail?to=${comesBackTo}`, {
    rawBody: writeReport({ to: 'postmaster@bounces.freeor.example', about: to }).toString(),
    headers: { ...secretHeaders, 'content-type': 'message/rfc822' },
  })
  expect(answer.body).toEqual({ kind: 'hard', isProven: true, isNew: true })
  expect(await stopOf(to)).toMatchObject({ kind: 'hard' })
})

test('the folder is read by its job', async () => {
  const to = 'folder@elsewhere.example'
  const { comesBackTo } = await addSentMail(fixture.deps, to)
  await writeFile(join(folder, 'new', '1.mx'), writeReport({ to: comesBackTo, about: to }))
  await fixture.deps.jobs.send(fixture.deps.db, readMailFolderJob, {})
  await vi.waitFor(async () => expect(await stopOf(to)).toMatchObject({ kind: 'hard' }), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await readdir(join(folder, 'cur'))).toEqual(['1.mx:2,S']), {
    timeout: 60_000,
  })
})
