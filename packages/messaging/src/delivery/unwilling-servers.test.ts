import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { queueMail } from '../commands.ts'
import { getMail, listBatch } from '../queries.ts'
import { openSmtpMailer } from '../smtp.ts'
import { startTestMailServer, type TestMailServer } from '../testing.ts'
import { deliverDueMail } from './commands.ts'

let database: TestDatabase
let server: TestMailServer
let clock: FakeClock

const from = { name: 'Freeor Leads', address: 'hello@freeor.example' }
const brand = { productName: 'Freeor Leads', supportAddress: 'help@freeor.example' }

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  server = await startTestMailServer()
  clock = fakeClock('2030-05-01T10:00:00Z')
  await database.db.execute(sql`TRUNCATE mail_outbox, stopped_addresses`)
})
afterEach(() => server.close())

async function queue(to: string | string[]): Promise<{ batchId: string; ids: string[] }> {
  const { batchId, mails } = await queueMail(database.db, {
    ...{ to, brand, now: clock.now(), template: 'notice' },
    props: { subject: 'News', heading: 'News', paragraphs: ['There is news.'] },
  })
  return { batchId, ids: mails.map(({ id }) => id) }
}

const deliver = () =>
  deliverDueMail(database.db, openSmtpMailer({ url: server.url, from }), clock, { concurrency: 1 })

test('a server that greylists gets the mail again later; the others get theirs at once', async () => {
  const met = new Set<string>()
  server.judge((address) => {
    if (!address.startsWith('grey') || met.has(address)) return undefined
    met.add(address)
    return '451 4.7.1 Greylisting in action, please come back later'
  })
  const { batchId } = await queue(['grey@example.org', 'here@example.org'])
  expect(await deliver()).toEqual({ sent: 1, failed: 0, deferred: 1 })
  const [grey] = await listBatch(database.db, batchId)
  expect(grey).toMatchObject({ state: 'queued', lastError: expect.stringContaining('Greylisting') })
  expect(await deliver()).toEqual({ sent: 0, failed: 0, deferred: 0 })
  clock.advance(31_000)
  expect(await deliver()).toEqual({ sent: 1, failed: 0, deferred: 0 })
  expect(server.received.map(({ to }) => to[0])).toEqual(['here@example.org', 'grey@example.org'])
})

test.each(['drop', 'drop-data'] as const)(
  'a connection that ends midway (%s) defers the mail, which leaves again under the same Message-ID',
  async (verdict) => {
    server.judge((address) => (address.startsWith('cut') ? verdict : undefined))
    const { ids } = await queue('cut@example.org')
    expect(await deliver()).toEqual({ sent: 0, failed: 0, deferred: 1 })
    expect(await getMail(database.db, ids[0] ?? '')).toMatchObject({ state: 'queued', attempts: 1 })
    server.judge(() => undefined)
    clock.advance(31_000)
    expect(await deliver()).toEqual({ sent: 1, failed: 0, deferred: 0 })
    const messageIds = server.received.map(({ raw }) => /^Message-ID: (.+)\r$/im.exec(raw)?.[1])
    expect(new Set(messageIds)).toEqual(new Set([`<${ids[0]}@freeor.example>`]))
  },
)

test('421 for one recipient and 550 for another are about these two alone', async () => {
  server.judge((address) => ({ b: 421, c: 550 })[address[0] ?? ''])
  const { batchId } = await queue(['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org'])
  expect(await deliver()).toEqual({ sent: 2, failed: 1, deferred: 1 })
  const states = (await listBatch(database.db, batchId)).map(({ state }) => state)
  expect(states).toEqual(['sent', 'queued', 'failed', 'sent'])
})
