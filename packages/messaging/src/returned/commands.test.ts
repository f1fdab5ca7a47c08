import { newId } from '@freeor/kernel/ids'
import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueMail, retryMail } from '../commands.ts'
import { deliverDueMail } from '../delivery/commands.ts'
import { getMail } from '../queries.ts'
import { openReturnPath } from '../return-path.ts'
import { openSmtpMailer } from '../smtp.ts'
import { startTestMailServer, type TestMailServer } from '../testing.ts'
import { forgetReturns, forgetReturnsOf, liftStop, takeReturnedMail } from './commands.ts'
import { softLimit, unprovenInDay } from './limits.ts'
import { findReturns, findStops, readReturnsOf } from './queries.ts'
import { mailReturns } from './tables.ts'
import { type ReportParts, writeComplaint, writeReport, writeText } from './testing.ts'

let database: TestDatabase
let server: TestMailServer
let clock: FakeClock
const returnPath = openReturnPath({ secret: 'of this test', domain: 'bounces.freeor.example' })
const from = { name: 'Freeor', address: 'hello@freeor.example', returnPath }
const ann = 'Ann@people.example'
const DAY_MS = 86_400_000

beforeAll(async () => {
  database = await testDatabase()
  server = await startTestMailServer()
})
afterAll(async () => {
  await server.close()
  await database.close()
})
beforeEach(async () => {
  clock = fakeClock('2030-05-01T10:00:00Z')
  server.received.length = 0
  server.judge(() => undefined)
  await database.db.execute(sql`TRUNCATE mail_outbox, mail_suppressions, mail_returns, stopped_addresses`)
})

const queue = async (to = ann, isEssential = false) =>
  await queueMail(database.db, {
    ...{ to, isEssential, template: 'notice', now: clock.now() },
    props: { subject: 'News', heading: 'News', paragraphs: ['Text'] },
    brand: { productName: 'Freeor', supportAddress: 'help@freeor.example' },
  })

const deliver = async () =>
  await deliverDueMail(database.db, openSmtpMailer({ url: server.url, from }), clock)

/** Sends a mail, and gives its id and the address that the server saw it come from. */
async function send(to = ann): Promise<{ id: string; comesBackTo: string }> {
  const { mails } = await queue(to)
  expect(await deliver()).toMatchObject({ sent: 1 })
  return { id: mails[0]?.id ?? '', comesBackTo: server.received.at(-1)?.from ?? '' }
}

const take = async (raw: Uint8Array, more: { cameTo?: string } = {}) =>
  await takeReturnedMail(database.db, { raw, source: 'hook', returnPath, now: clock.now(), ...more })

const report = (comesBackTo: string, parts: ReportParts = {}) =>
  writeReport({ to: comesBackTo, about: ann.toLowerCase(), ...parts })

const isStopped = async (address = ann) => (await findStops(database.db, [address])).size > 0

describe('a mail to a real server comes back', () => {
  test('for good: its recipient gets no more mail but what a person must get', async () => {
    const { id, comesBackTo } = await send()
    const diagnostic = 'smtp; 550 5.1.1 No such user'
    expect(await take(report(comesBackTo, { diagnostic }))).toEqual({
      kind: 'hard',
      isProven: true,
      isNew: true,
    })
    const returned = (await findReturns(database.db, [id])).get(id)
    expect(returned).toEqual({ kind: 'hard', reason: '550 5.1.1 No such user', receivedAt: clock.now() })
    const refused = await queue('ann@people.example')
    expect(refused.mails.map(({ state }) => state)).toEqual(['failed'])
    const mail = await getMail(database.db, refused.mails[0]?.id ?? '')
    expect(mail.lastError).toBe('Mail to this address came back: 550 5.1.1 No such user')
    expect(await retryMail(database.db, { id: mail.id, now: clock.now() })).toBe(false)
    server.received.length = 0
    expect((await queue(ann, true)).mails.map(({ state }) => state)).toEqual(['queued'])
    expect(await deliver()).toEqual({ sent: 1, failed: 0, deferred: 0 })
    expect(server.received.flatMap(({ to }) => to)).toEqual([ann])
  })

  test('while another mail to the same address waits: that one is not sent any more', async () => {
    const { comesBackTo } = await send()
    const waiting = await queue()
    await take(report(comesBackTo))
    server.received.length = 0
    expect(await deliver()).toEqual({ sent: 0, failed: 1, deferred: 0 })
    expect(server.received).toEqual([])
    expect(await getMail(database.db, waiting.mails[0]?.id ?? '')).toMatchObject({ state: 'failed' })
  })

  test('as a complaint: nothing but what must be is sent, and a later bounce does not make it less', async () => {
    const { comesBackTo } = await send()
    await take(writeComplaint({ about: ann, from: `<${comesBackTo}>` }))
    await take(report(comesBackTo))
    expect((await findStops(database.db, [ann])).get(ann.toLowerCase())?.kind).toBe('complaint')
    const mail = await getMail(database.db, (await queue()).mails[0]?.id ?? '')
    expect(mail.lastError).toBe('The recipient has asked for no more mail.')
  })

  test('for now: it is counted, and stops mail on the fifth day within thirty', async () => {
    for (let day = 1; day <= softLimit.days; day++) {
      const { comesBackTo } = await send()
      for (const words of ['one', 'two'])
        await take(report(comesBackTo, { status: '5.2.2', words: `${words} of day ${day}` }))
      expect(await isStopped()).toBe(day === softLimit.days)
      clock.advance(DAY_MS)
    }
  })

  test('for now, again and again over a long time: nothing is stopped', async () => {
    for (let day = 1; day <= 2 * softLimit.days; day++) {
      const { comesBackTo } = await send()
      await take(report(comesBackTo, { status: '5.2.2', words: `day ${day}` }))
      clock.advance(10 * DAY_MS)
    }
    expect(await isStopped()).toBe(false)
  })

  test('as an answer that nobody wrote, as a delivery, or as a person’s letter: nothing follows', async () => {
    const { id, comesBackTo } = await send()
    const person = ['From: Ann <ann@people.example>', `To: ${comesBackTo}`]
    await take(writeText([...person, 'Subject: Automatic reply: News'], 'User unknown. 550 5.1.1'))
    await take(writeText([...person, 'Subject: Re: News'], 'This mailbox does not exist any more. 550 5.1.1'))
    await take(report(comesBackTo, { action: 'delivered', status: '2.0.0' }))
    expect(await isStopped()).toBe(false)
    expect((await findReturns(database.db, [id])).size).toBe(0)
    expect(await database.db.$count(mailReturns)).toBe(3)
  })

  test('twice the same, also ten times at once: it is one', async () => {
    const { comesBackTo } = await send()
    const raw = report(comesBackTo)
    const taken = await Promise.all(Array.from({ length: 10 }, async () => await take(raw)))
    expect(taken.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await database.db.$count(mailReturns)).toBe(1)
  })

  test('and the stop is lifted: mail goes again, the same report changes nothing, and counting begins anew', async () => {
    const { comesBackTo } = await send()
    const raw = report(comesBackTo)
    await take(raw)
    expect(await liftStop(database.db, ann, clock.now())).toBe(true)
    expect(await liftStop(database.db, ann, clock.now())).toBe(false)
    await take(raw)
    expect(await isStopped()).toBe(false)
    await send()
    for (let day = 1; day < 2 * softLimit.days; day++) {
      await take(report((await send()).comesBackTo, { status: '4.2.2', words: `day ${day}` }))
      expect(await isStopped()).toBe(false)
      if (day === softLimit.days - 1) await liftStop(database.db, ann, clock.now())
      if (day < softLimit.days - 1 || day > softLimit.days + 2) clock.advance(DAY_MS)
    }
  })

  test('a month after it was sent: it is recorded and stops nothing', async () => {
    const { id, comesBackTo } = await send()
    clock.advance(31 * DAY_MS)
    expect(await take(report(comesBackTo))).toMatchObject({ kind: 'hard', isProven: true })
    expect((await findReturns(database.db, [id])).size).toBe(1)
    expect(await isStopped()).toBe(false)
  })
})

describe('somebody makes a report up', () => {
  test('without the address of a mail it is recorded, and nothing follows from it', async () => {
    const { comesBackTo } = await send()
    const wrong = [
      'hello@freeor.example',
      'b-00000000000000000000000000-00000000000000000000000000@bounces.freeor.example',
      comesBackTo.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')),
      comesBackTo.replace('bounces.', 'other.'),
      openReturnPath({ secret: 'guessed', domain: returnPath.domain }).addressOf(newId('mail')) ?? '',
    ]
    for (const to of wrong)
      expect(await take(report(to))).toEqual({ kind: 'hard', isProven: false, isNew: true })
    expect(await take(writeComplaint({ about: ann }))).toMatchObject({ kind: 'complaint', isProven: false })
    expect(await isStopped()).toBe(false)
    expect(await database.db.$count(mailReturns, sql`mail_id IS NULL`)).toBe(wrong.length + 1)
  })

  test('with the address of their own mail they stop mail to themselves alone, whomever the report names', async () => {
    const { comesBackTo } = await send('thief@evil.example')
    await take(report(comesBackTo, { about: 'ann@people.example' }))
    expect(await isStopped(ann)).toBe(false)
    expect(await isStopped('thief@evil.example')).toBe(true)
  })

  test('with a genuine address of no mail that there is, nothing follows', async () => {
    const to = returnPath.addressOf(newId('mail')) ?? ''
    expect(await take(report(to))).toMatchObject({ isProven: false })
    expect(await isStopped()).toBe(false)
  })

  test('again and again: no more than a day’s number is kept', async () => {
    const rows = Array.from({ length: unprovenInDay }, (_, n) => ({
      ...{ id: newId('ret'), messageHash: `hash ${n}`, kind: 'hard' as const, source: 'hook' as const },
      receivedAt: clock.now(),
    }))
    await database.db.insert(mailReturns).values(rows)
    expect(await take(report('hello@freeor.example'))).toMatchObject({ isProven: false, isNew: false })
    expect(await database.db.$count(mailReturns)).toBe(unprovenInDay)
    const { comesBackTo } = await send()
    expect(await take(report(comesBackTo))).toMatchObject({ isProven: true, isNew: true })
  })
})

test('what came to an alias is about the alias, and a list is gone only if each of its members is', async () => {
  const alias = await send('team@people.example')
  const bob = 'Final-Recipient: rfc822; bob@people.example\nAction: failed\nStatus: 5.2.2'
  await take(writeReport({ to: alias.comesBackTo, about: 'eve@people.example', more: [bob] }))
  expect(await isStopped('team@people.example')).toBe(false)
  await take(writeReport({ to: alias.comesBackTo, about: 'eve@people.example' }))
  expect(await isStopped('team@people.example')).toBe(true)
})

test('the recipient of the envelope proves a report whose header names nobody', async () => {
  const { comesBackTo } = await send()
  const raw = report('undisclosed-recipients:;')
  expect(await take(raw, { cameTo: comesBackTo.toUpperCase() })).toMatchObject({ isProven: true })
  expect(await isStopped()).toBe(true)
})

test('a server that refuses an address by its code stops mail to it at once; any other refusal fails that mail alone', async () => {
  server.judge(() => 550)
  await queue('busy@people.example')
  await deliver()
  expect(await isStopped('busy@people.example')).toBe(false)
  server.judge(() => '550 5.1.1 User unknown')
  await queue('gone@people.example')
  expect(await deliver()).toMatchObject({ failed: 1 })
  expect(await isStopped('gone@people.example')).toBe(true)
})

test('what is kept of an address is read and forgotten; that somebody complained stays', async () => {
  const { comesBackTo } = await send()
  await take(report(comesBackTo))
  expect(await readReturnsOf(database.db, 'ANN@people.example')).toMatchObject({
    stop: { kind: 'hard' },
    returned: [{ kind: 'hard' }],
  })
  await forgetReturnsOf(database.db, ann)
  expect(await readReturnsOf(database.db, ann)).toEqual({ stop: null, returned: [] })
  await take(writeComplaint({ from: `<${(await send()).comesBackTo}>` }))
  await forgetReturnsOf(database.db, ann)
  expect(await readReturnsOf(database.db, ann)).toMatchObject({ stop: { kind: 'complaint' }, returned: [] })
})

test('what came back long ago is deleted, what proves nothing sooner; the stop stays', async () => {
  await take(report((await send()).comesBackTo))
  await take(report('hello@freeor.example'))
  clock.advance(31 * DAY_MS)
  await forgetReturns(database.db, clock.now())
  expect(await database.db.$count(mailReturns)).toBe(1)
  clock.advance(150 * DAY_MS)
  await forgetReturns(database.db, clock.now())
  expect(await database.db.$count(mailReturns)).toBe(0)
  expect(await isStopped()).toBe(true)
})
