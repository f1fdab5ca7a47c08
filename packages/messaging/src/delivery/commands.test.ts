import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { connectTo, type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { queueMail } from '../commands.ts'
import type { Delivery, Mailer } from '../ports.ts'
import { countOutbox, getMail, listBatch, listUnsettled } from '../queries.ts'
import { openSmtpMailer } from '../smtp.ts'
import { startTestMailServer, type TestMailServer } from '../testing.ts'
import { deliverDueMail } from './commands.ts'
import { leaseMs, maxAttempts } from './retry.ts'

let database: TestDatabase
let server: TestMailServer
let clock: FakeClock
let mailer: Mailer

const from = { name: 'Freeor Leads', address: 'hello@freeor.example' }
const brand = { productName: 'Freeor Leads', supportAddress: 'help@freeor.example' }

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  server = await startTestMailServer()
  clock = fakeClock('2030-05-01T10:00:00Z')
  mailer = openSmtpMailer({ url: server.url, from })
  await database.db.execute(sql`TRUNCATE mail_outbox`)
})
afterEach(() => server.close())

async function queue(to: string | string[]): Promise<{ batchId: string; ids: string[] }> {
  const { batchId, mails } = await queueMail(database.db, {
    to,
    brand,
    now: clock.now(),
    template: 'notice',
    props: { subject: 'News', heading: 'News', paragraphs: ['There is news.'] },
  })
  return { batchId, ids: mails.map(({ id }) => id) }
}

const deliver = (through = mailer, by = clock) => deliverDueMail(database.db, through, by)
/** By a process that crashes. It lives on here, so its clock stands still: what it goes on to renew has expired. */
const deliverAndCrash = (through: Mailer) => deliver(through, fakeClock(clock.now().toISOString()))

test('mails on which the mailer throws do not stop others, however many, and are tried once more', async () => {
  const bad = ['x1@example.org', 'x2@example.org', 'x3@example.org', 'x4@example.org']
  await queue([...bad, 'a@example.org', 'b@example.org'])
  let isBroken = true
  const breaking: Mailer = {
    isOutgoing: true,
    send: async (mail) => {
      if (isBroken && bad.includes(mail.to)) throw new Error('a bug')
      return await mailer.send(mail)
    },
  }
  await expect(deliver(breaking)).rejects.toThrow('a bug')
  const reached = () => server.received.flatMap(({ to }) => to).toSorted()
  expect(reached()).toEqual(['a@example.org', 'b@example.org'])
  isBroken = false
  clock.advance(leaseMs + 1)
  expect(await deliver(breaking)).toEqual({ sent: 4, failed: 0, deferred: 0 })
  expect(reached()).toEqual(['a@example.org', 'b@example.org', ...bad])
})

test('each recipient gets a mail of their own, which ends as sent', async () => {
  const { batchId } = await queue(['a@example.org', 'b@example.org', 'c@example.org'])
  expect(await deliver()).toEqual({ sent: 3, failed: 0, deferred: 0 })
  expect(server.received.map((mail) => mail.to).toSorted()).toEqual([
    ['a@example.org'],
    ['b@example.org'],
    ['c@example.org'],
  ])
  expect((await listBatch(database.db, batchId)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  expect(await deliver()).toEqual({ sent: 0, failed: 0, deferred: 0 })
})

test('a recipient that the server refuses for good fails at once, and the others get their mail', async () => {
  server.judge((address) => (address.startsWith('gone') ? 550 : undefined))
  const { batchId } = await queue(['gone@example.org', 'here@example.org'])
  expect(await deliver()).toEqual({ sent: 1, failed: 1, deferred: 0 })
  const [gone, here] = await listBatch(database.db, batchId)
  expect(gone).toMatchObject({ to: 'gone@example.org', state: 'failed', attempts: 1 })
  expect(gone?.lastError).toContain('550')
  expect(here).toMatchObject({ to: 'here@example.org', state: 'sent', lastError: null })
})

test.each([421, 450])(
  'a recipient deferred with %i is tried again after a pause, then sent',
  async (code) => {
    server.judge(() => code)
    const { ids } = await queue('later@example.org')
    expect(await deliver()).toEqual({ sent: 0, failed: 0, deferred: 1 })
    server.judge(() => undefined)
    clock.advance(29_000)
    expect(await deliver()).toEqual({ sent: 0, failed: 0, deferred: 0 })
    clock.advance(2_000)
    expect(await deliver()).toEqual({ sent: 1, failed: 0, deferred: 0 })
    expect(await getMail(database.db, ids[0] ?? '')).toMatchObject({
      state: 'sent',
      attempts: 2,
      sentAt: clock.now(),
    })
  },
)

test('a server that hangs defers the mail after the timeout', async () => {
  server.judge(() => 'hang')
  await queue('slow@example.org')
  expect(await deliver(openSmtpMailer({ url: server.url, from, silenceMs: 400 }))).toEqual({
    sent: 0,
    failed: 0,
    deferred: 1,
  })
})

test('a mail that is deferred again and again finally fails', async () => {
  const { ids } = await queue('never@example.org')
  await server.close()
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const counts = await deliver()
    expect(counts.failed).toBe(attempt === maxAttempts ? 1 : 0)
    clock.advance(60 * 60 * 1000)
  }
  expect(await getMail(database.db, ids[0] ?? '')).toMatchObject({ state: 'failed', attempts: maxAttempts })
  expect(await listUnsettled(database.db, clock.now())).toEqual([])
})

/** Hands the mail over, then crashes before the sender can record it. */
function crashingMailer(): { mailer: Mailer; handedOver: Promise<void>; comeBack(): void } {
  const handedOver = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Delivery>()
  return {
    mailer: {
      isOutgoing: true,
      async send(mail) {
        await mailer.send(mail)
        handedOver.resolve()
        return await answer.promise
      },
    },
    handedOver: handedOver.promise,
    comeBack: () => answer.resolve({ status: 'deferred', reason: 'late' }),
  }
}

test('a crash after the server’s acceptance, before our record, makes one duplicate with the same Message-ID', async () => {
  const { ids } = await queue('twice@example.org')
  const crash = crashingMailer()
  const lost = deliverAndCrash(crash.mailer)
  await crash.handedOver
  expect(await deliver()).toEqual({ sent: 0, failed: 0, deferred: 0 })
  clock.advance(leaseMs + 1)
  expect(await deliver()).toEqual({ sent: 1, failed: 0, deferred: 0 })
  crash.comeBack()
  await lost
  expect(await getMail(database.db, ids[0] ?? '')).toMatchObject({ state: 'sent' })
  const messageIds = server.received.map(({ raw }) => /^Message-ID: (.+)\r$/im.exec(raw)?.[1])
  expect(messageIds).toEqual([`<${ids[0]}@freeor.example>`, `<${ids[0]}@freeor.example>`])
})

test('a database outage between the acceptance and our record is waited out, so there is no duplicate', async () => {
  const { ids } = await queue('outage@example.org')
  const { pathname, searchParams } = new URL(database.url)
  const host = searchParams.get('host')
  const target = host ? { path: `${host}/.s.PGSQL.5432` } : urlTarget(database.url)
  let refused = 0
  let isDown = false
  const sockets = new Set<Socket>()
  const gate = createServer((client) => {
    if (isDown) {
      client.destroy()
      refused += 1
      isDown = refused < 3
      return
    }
    const upstream = connect(target)
    sockets.add(client)
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const { port } = gate.address() as AddressInfo
  const through = connectTo(`postgresql://freeor@127.0.0.1:${port}${pathname}`)
  const cutting: Mailer = {
    isOutgoing: true,
    async send(mail) {
      const delivery = await mailer.send(mail)
      isDown = true
      for (const socket of sockets) socket.destroy()
      return delivery
    },
  }
  try {
    expect(await deliverDueMail(through.db, cutting, clock, { concurrency: 1 })).toMatchObject({ sent: 1 })
  } finally {
    await through.close()
    gate.close()
  }
  expect(refused).toBe(3)
  expect(server.received).toHaveLength(1)
  expect(await getMail(database.db, ids[0] ?? '')).toMatchObject({ state: 'sent' })
})

test('an accepted mail whose row is locked for too long is recorded once the lock ends, and not sent again', async () => {
  const { ids } = await queue('locked@example.org')
  const [id = ''] = ids
  const impatient = new URL(database.url)
  impatient.searchParams.set('options', '-c lock_timeout=50')
  const hasty = connectTo(impatient.href)
  const holder = await database.pool.connect()
  const locking: Mailer = {
    isOutgoing: true,
    async send(mail) {
      const delivery = await mailer.send(mail)
      await holder.query('BEGIN')
      await holder.query('SELECT FROM mail_outbox WHERE id = $1 FOR UPDATE', [id])
      setTimeout(() => void holder.query('COMMIT'), 500)
      return delivery
    },
  }
  try {
    expect(await deliverDueMail(hasty.db, locking, clock, { concurrency: 1 })).toMatchObject({ sent: 1 })
  } finally {
    holder.release()
    await hasty.close()
  }
  expect(server.received).toHaveLength(1)
  expect(await getMail(database.db, id)).toMatchObject({ state: 'sent' })
})

function urlTarget(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port || 5432) }
}

test('a second crash on the same mail fails it, so there is never a third copy', async () => {
  const { ids } = await queue('thrice@example.org')
  const lost: Promise<unknown>[] = []
  const crashes = [crashingMailer(), crashingMailer()]
  for (const crash of crashes) {
    lost.push(deliverAndCrash(crash.mailer))
    await crash.handedOver
    clock.advance(leaseMs + 1)
  }
  expect(await deliver()).toEqual({ sent: 0, failed: 1, deferred: 0 })
  for (const crash of crashes) crash.comeBack()
  await Promise.all(lost)
  expect(server.received).toHaveLength(2)
  expect(await getMail(database.db, ids[0] ?? '')).toMatchObject({ state: 'failed' })
})

test('ten processes that run at the same time send each mail exactly once', async () => {
  const addresses = Array.from({ length: 30 }, (_, index) => `p${index}@example.org`)
  await queue(addresses)
  await Promise.all(Array.from({ length: 10 }, () => deliver()))
  expect(server.received.flatMap((mail) => mail.to).toSorted()).toEqual(addresses.toSorted())
  expect(await countOutbox(database.db)).toEqual({ queued: 0, sending: 0, sent: 30, failed: 0 })
})

test('a clock that was 40 days ahead does not hold mail back when it is set right', async () => {
  clock.advance(40 * 86_400_000)
  await queue('ahead@example.org')
  clock.advance(-40 * 86_400_000)
  expect(await deliver()).toEqual({ sent: 1, failed: 0, deferred: 0 })
})

test('what depends on a sent mail is written in the transaction that records the sending', async () => {
  const { ids, batchId } = await queue('grant@example.org')
  const seen: unknown[] = []
  const onSent = async (_tx: unknown, mail: unknown) => {
    seen.push(mail)
    throw new Error('no')
  }
  await expect(deliverDueMail(database.db, mailer, clock, { onSent })).rejects.toThrow('no')
  expect(seen).toEqual([{ id: ids[0], batchId, to: 'grant@example.org' }])
  expect(await getMail(database.db, ids[0] ?? '')).toMatchObject({ state: 'sending' })
})
