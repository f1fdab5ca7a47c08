import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { leaseMs } from '../delivery/retry.ts'
import { queueSms } from './commands.ts'
import { deliverDueSms } from './delivery.ts'
import { openSmsFolder } from './folder.ts'
import type { SmsSender } from './ports.ts'
import { smsOutbox } from './tables.ts'
import { openTwilio } from './twilio.ts'

let database: TestDatabase
let server: Server
let clock: FakeClock
let asked: { url: string; headers: IncomingHttpHeaders; form: Record<string, string> }[]
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  asked = []
  answer = (response) => response.writeHead(201).end('{"sid":"SM1"}')
  clock = fakeClock('2030-05-01T10:00:00Z')
  await database.db.execute(sql`TRUNCATE sms_outbox`)
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const form = Object.fromEntries(new URLSearchParams(text))
    asked.push({ url: request.url ?? '', headers: request.headers, form })
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const twilio = (from = '+15550001111', timeoutMs = 60_000): SmsSender => {
  const { port } = server.address() as AddressInfo
  const keys = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'hush' }
  return openTwilio({ ...keys, from, baseUrl: `http://127.0.0.1:${port}`, timeoutMs })
}
const queue = () => {
  const expiresAt = new Date(clock.now().getTime() + 600_000)
  return queueSms(database.db, { to: '+15552223333', text: 'Your code: 123456', now: clock.now(), expiresAt })
}
const deliver = (sender = twilio()) => deliverDueSms(database.db, { sender, clock })
const rows = () => database.db.select().from(smsOutbox)

test('a message is handed to Twilio as its REST API asks, once, and its text is forgotten', async () => {
  await queue()
  const rounds = await Promise.all([deliver(), deliver(), deliver()])
  expect(rounds.reduce((sum, { sent }) => sum + sent, 0)).toBe(1)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.url).toBe(`/2010-04-01/Accounts/AC${'0'.repeat(32)}/Messages.json`)
  const credentials = Buffer.from(`AC${'0'.repeat(32)}:hush`).toString('base64')
  expect(asked[0]?.headers.authorization).toBe(`Basic ${credentials}`)
  expect(asked[0]?.form).toEqual({ To: '+15552223333', From: '+15550001111', Body: 'Your code: 123456' })
  expect(await rows()).toMatchObject([{ state: 'sent', text: '' }])
})

test('messages on which the sender throws do not stop others, and are tried once more', async () => {
  for (let n = 0; n < 3; n += 1) await queue()
  const [first] = await rows()
  let isBroken = true
  const breaking: SmsSender = {
    send: async (sms) => {
      if (isBroken && sms.id === first?.id) throw new Error('a bug')
      return await twilio().send(sms)
    },
  }
  await expect(deliver(breaking)).rejects.toThrow('a bug')
  expect(asked).toHaveLength(2)
  isBroken = false
  clock.advance(leaseMs + 1)
  expect(await deliver(breaking)).toEqual({ sent: 1, failed: 0, deferred: 0 })
})

test('a sender that is a messaging service is sent as MessagingServiceSid', async () => {
  await queue()
  await deliver(twilio(`MG${'a'.repeat(32)}`))
  expect(asked[0]?.form).toMatchObject({ MessagingServiceSid: `MG${'a'.repeat(32)}` })
  expect(asked[0]?.form.From).toBeUndefined()
})

test('a number Twilio refuses fails at once', async () => {
  answer = (response) => response.writeHead(400).end('{"code":21211,"message":"Invalid To"}')
  await queue()
  expect(await deliver()).toEqual({ sent: 0, failed: 1, deferred: 0 })
  expect(await rows()).toMatchObject([
    { state: 'failed', lastError: 'Twilio answered 400: 21211 Invalid To' },
  ])
})

test.each([401, 429, 500])('after %i a message is tried again until it has expired', async (status) => {
  answer = (response) => response.writeHead(status).end('busy')
  await queue()
  expect(await deliver()).toEqual({ sent: 0, failed: 0, deferred: 1 })
  expect(await deliver()).toEqual({ sent: 0, failed: 0, deferred: 0 })
  clock.advance(31_000)
  answer = (response) => response.writeHead(201).end('{}')
  expect(await deliver()).toMatchObject({ sent: 1 })
  await queue()
  clock.advance(601_000)
  expect(await deliver()).toMatchObject({ failed: 1 })
  expect(asked).toHaveLength(2)
})

test('a Twilio that hangs or redirects defers the message', async () => {
  answer = () => undefined
  expect(await twilio('+15550001111', 50).send({ id: 'a', to: '+1', text: 'b' })).toMatchObject({
    status: 'deferred',
  })
  answer = (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
  expect(await twilio().send({ id: 'a', to: '+1', text: 'b' })).toMatchObject({ status: 'deferred' })
})

test('the folder holds what would be sent', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'freeor-sms-'))
  try {
    await queue()
    await deliver(openSmsFolder(dir))
    const [file = ''] = await readdir(dir)
    expect(await readFile(join(dir, file), 'utf8')).toBe('To: +15552223333\n\nYour code: 123456\n')
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
