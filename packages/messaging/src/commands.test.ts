import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@freeor/kernel/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetMailContent, queueMail, suppressMail } from './commands.ts'
import { deliverDueMail } from './delivery/commands.ts'
import { openFolderMailer } from './folder.ts'
import { getMail, isSuppressed, listOutbox } from './queries.ts'
import { openSmtpMailer } from './smtp.ts'
import { startTestMailServer } from './testing.ts'

let database: TestDatabase
const now = new Date('2030-05-01T10:00:00Z')
const from = { name: 'Freeor\r\nBcc: thief@example.org', address: 'hello@freeor.example' }
const brand = { productName: 'Freeor Leads', supportAddress: 'help@freeor.example' }
const notice = {
  template: 'notice',
  props: { subject: 'News', heading: 'News', paragraphs: ['Text'] },
} as const

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.execute(sql`TRUNCATE mail_outbox, mail_suppressions`)
})

test('a rollback of the caller’s transaction drops the mail', async () => {
  const attempt = database.db.transaction(async (tx) => {
    await queueMail(tx, { ...notice, to: 'a@example.org', brand, now })
    throw new Error('no')
  })
  await expect(attempt).rejects.toThrow('no')
  expect(await listOutbox(database.db)).toEqual([])
})

test('an address gets one mail, in whatever case it is written', async () => {
  const { mails } = await queueMail(database.db, {
    ...notice,
    to: ['A@example.org', 'a@Example.org '],
    brand,
    now,
  })
  expect(mails.map(({ to }) => to)).toEqual(['A@example.org'])
})

test.each([
  'a@example.org\r\nBcc: thief@example.org',
  'a@example.org, thief@example.org',
  'Name <a@example.org>',
  'a@example.org;b@example.org',
  'nobody',
  '',
  '@example.org',
])('%j is refused as an address', async (to) => {
  await expect(queueMail(database.db, { ...notice, to, brand, now })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('line breaks and NUL in a subject, header or sender cannot add a header or a recipient', async () => {
  const server = await startTestMailServer()
  try {
    const hostile = 'x\r\nBcc: thief@example.org\r\n\r\nbody\0\n.\r\nMAIL FROM:<thief@example.org>'
    await queueMail(database.db, {
      to: 'a@example.org',
      brand,
      now,
      template: 'notice',
      props: { subject: hostile, heading: hostile, paragraphs: [hostile] },
      headers: { 'Reply-To': 'me@example.org', 'X-Campaign': hostile },
    })
    const mailer = openSmtpMailer({ url: server.url, from })
    expect(await deliverDueMail(database.db, mailer, systemClock)).toMatchObject({ sent: 1 })
    expect(server.received).toHaveLength(1)
    const [mail] = server.received
    expect(mail).toMatchObject({ from: 'hello@freeor.example', to: ['a@example.org'] })
    const head = (mail?.raw ?? '').split('\r\n\r\n')[0] ?? ''
    const names = head
      .split('\r\n')
      .filter((line) => !/^\s/.test(line))
      .map((line) => line.split(':')[0])
    expect(names.toSorted()).toEqual(
      [
        ...['From', 'To', 'Reply-To', 'Subject', 'X-Campaign', 'Auto-Submitted', 'Message-ID'],
        ...['Date', 'MIME-Version', 'Content-Type'],
      ].toSorted(),
    )
  } finally {
    await server.close()
  }
})

test('an invalid header name is refused', async () => {
  const headers = { 'X-A\r\nBcc': 'thief@example.org' }
  const attempt = queueMail(database.db, { ...notice, to: 'a@example.org', brand, now, headers })
  await expect(attempt).rejects.toMatchObject({ code: 'invalid_request' })
})

test('an unsubscribed address gets no more shared mail, but still the mail about its own account', async () => {
  await suppressMail(database.db, 'Tired@example.org', now)
  await suppressMail(database.db, 'tired@example.org', now)
  expect(await isSuppressed(database.db, ' TIRED@example.org')).toBe(true)
  const unsubscribeUrl = (address: string) => `https://freeor.example/stop?a=${encodeURIComponent(address)}`
  const to = ['tired@example.org', 'fresh@example.org']
  const shared = await queueMail(database.db, { ...notice, to, brand, now, unsubscribeUrl })
  expect(shared.mails.map(({ state }) => state)).toEqual(['failed', 'queued'])
  const mail = await getMail(database.db, shared.mails[1]?.id ?? '')
  expect(mail.headers).toEqual({
    'List-Unsubscribe': '<https://freeor.example/stop?a=fresh%40example.org>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(mail.html).toContain('https://freeor.example/stop?a=fresh%40example.org')
  const own = await queueMail(database.db, { ...notice, to: 'tired@example.org', brand, now })
  expect(own.mails.map(({ state }) => state)).toEqual(['queued'])
})

test('the folder gets each mail as it would go over the wire, and as a page to look at', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'freeor-mail-'))
  try {
    const { mails } = await queueMail(database.db, { ...notice, to: 'a@example.org', brand, now })
    const mailer = openFolderMailer({ dir, from })
    expect(await deliverDueMail(database.db, mailer, systemClock)).toMatchObject({ sent: 1 })
    const id = mails[0]?.id
    expect((await readdir(dir)).toSorted()).toEqual([`${id}.eml`, `${id}.html`])
    expect(await readFile(join(dir, `${id}.eml`), 'utf8')).toMatch(/^To: a@example\.org\r$/m)
    expect(await readFile(join(dir, `${id}.html`), 'utf8')).toContain('News')
  } finally {
    await rm(dir, { recursive: true })
  }
})

test('the outbox is listed newest first, page by page, without the contents', async () => {
  for (let second = 0; second < 5; second++) {
    const at = new Date(now.getTime() + second * 1000)
    await queueMail(database.db, { ...notice, to: `m${second}@example.org`, brand, now: at })
  }
  const first = await listOutbox(database.db, { limit: 3 })
  expect(first.map(({ to }) => to)).toEqual(['m4@example.org', 'm3@example.org', 'm2@example.org'])
  expect(first[0]).not.toHaveProperty('html')
  const after = first[2]?.id ?? ''
  const second = await listOutbox(database.db, { limit: 3, after, state: 'queued' })
  expect(second.map(({ to }) => to)).toEqual(['m1@example.org', 'm0@example.org'])
  expect(await listOutbox(database.db, { state: 'failed' })).toEqual([])
})

test('a mail that is not there is not found', async () => {
  await expect(getMail(database.db, 'mail_none')).rejects.toMatchObject({ code: 'not_found' })
})

test('the content of settled mail is deleted after its time, and that of waiting mail is kept', async () => {
  const waiting = await queueMail(database.db, { ...notice, to: 'a@example.org', brand, now })
  expect(await forgetMailContent(database.db, new Date(now.getTime() + 1))).toBe(0)
  await database.db.execute(sql`UPDATE mail_outbox SET state = 'failed'`)
  expect(await forgetMailContent(database.db, new Date(now.getTime() + 1))).toBe(1)
  expect(await getMail(database.db, waiting.mails[0]?.id ?? '')).toMatchObject({ html: '', text: '' })
})
