import { createAccount, ensureOwnCompany } from '@freeor/accounts/commands'
import { collectNotices } from '@freeor/accounts/live/collect-notices'
import { EventHub } from '@freeor/accounts/live/event-hub'
import { sessions, users } from '@freeor/accounts/tables'
import { systemClock } from '@freeor/kernel/clock'
import { newId } from '@freeor/kernel/ids'
import { openLimiter } from '@freeor/kernel/limiter'
import { openNotifications } from '@freeor/postgres/notifications'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { organizationAdmins } from '../organizations/tables.ts'
import { courseNotices } from './course-notices.ts'
import { courseLiveTopic } from './queries.ts'

/** What leaves the server over a stream, with the real PostgreSQL between the one who writes and the ones who look. */

const [sampleUniversity, sampleFellowship] = ['Sample University', 'Sample Fellowship']
let database: TestDatabase
let channel = 0
const closers: (() => unknown)[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  for (const close of closers) await close()
  await database.close()
})

async function addUser(org: string | null, { orgIsTyped = false, admins = [] as string[] } = {}) {
  const { db } = database
  const now = new Date()
  const { userId } = await createAccount(db, { email: `${newId('usr')}@people.example`, name: 'One', now })
  await db.update(users).set({ org, orgIsTyped }).where(eq(users.id, userId))
  for (const organization of admins)
    await db.insert(organizationAdmins).values({ userId, organization, createdAt: now })
  const sessionId = newId('ses')
  const session = { id: sessionId, token: newId('ses'), userId, expiresAt: new Date(now.getTime() + 60_000) }
  await db.insert(sessions).values(session)
  return { userId, sessionId }
}

/** A process: its hub, and the port its commands call. */
async function openProcess() {
  const { db, url } = database
  const notifications = openNotifications({ url, db, channel: `events_${channel}` })
  const isListening = Promise.withResolvers<void>()
  notifications.listen({ onNotice: () => undefined, onGap: () => isListening.resolve() })
  const onFailed = vi.fn()
  const organizations = [sampleUniversity, sampleFellowship]
  const hub = new EventHub({
    ...{ db, clock: systemClock, notifications, topics: [courseLiveTopic(db, organizations)] },
    limiter: openLimiter({ concurrency: 100, concurrencyPerKey: 3, queue: 0 }),
    onFailed,
    checkMs: 50,
  })
  const send = (payload: string) => notifications.notify(payload)
  const notices = courseNotices(collectNotices({ send, delayMs: 10, onFailed }))
  closers.push(async () => {
    hub.close()
    await notifications.close()
  })
  await isListening.promise
  return { hub, notices }
}

type Received = { event: string; id: string | undefined; ids?: string[] }

/** A browser that reads its stream to the end. */
function look(hub: EventHub, viewer: { userId: string; sessionId: string }, lastEventId?: string) {
  const events: Received[] = []
  let isOver = false
  const reading = (async () => {
    let text = ''
    for await (const chunk of hub.open(viewer, lastEventId)) {
      text += new TextDecoder().decode(chunk)
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/).slice(0, 2)))
        if (fields.event) events.push({ event: fields.event, id: fields.id, ...JSON.parse(fields.data) })
      }
    }
    isOver = true
  })()
  return { events, isOver: () => isOver, reading }
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 })

let process: Awaited<ReturnType<typeof openProcess>>
beforeEach(async () => {
  channel += 1
  process = await openProcess()
})

/** A stream that is open: its first event says "read again". */
async function lookAt(viewer: { userId: string; sessionId: string }, at = process) {
  const stream = look(at.hub, viewer)
  await soon(() => expect(stream.events.at(-1)?.event).toBe('refresh'))
  return stream
}

test('an organization’s admin is told of its members alone; a typed name of the same letters belongs to nobody', async () => {
  const admin = await addUser(null, { admins: [sampleUniversity] })
  const other = await addUser(null, { admins: [sampleFellowship] })
  const plain = await addUser(sampleUniversity)
  const member = await addUser(sampleUniversity)
  const typed = await addUser(sampleUniversity, { orgIsTyped: true })
  const streams = await Promise.all([admin, other, plain, member].map((viewer) => lookAt(viewer)))
  process.notices.notifyProgress({ userId: typed.userId, lessonId: 'les_1' })
  process.notices.notifyProgress({ userId: member.userId, lessonId: 'les_1' })
  process.notices.notifyProgress({ userId: member.userId, lessonId: 'les_2' })
  process.notices.notifyProgress({ userId: member.userId, lessonId: 'les_2' })
  const [toAdmin, toOther, toPlain, toMember] = streams
  await soon(() => expect(toMember?.events).toHaveLength(2))
  await process.hub.settled()
  const told = (stream: typeof toAdmin) =>
    stream?.events.filter(({ event }) => event !== 'refresh').map(({ event, ids }) => [event, ids])
  expect(told(toAdmin)).toEqual([['members', [member.userId]]])
  expect(told(toMember)).toEqual([['progress', ['les_1', 'les_2']]])
  expect(told(toOther)).toEqual([])
  expect(told(toPlain)).toEqual([])
})

test('an organization’s admin who is removed is told nothing more, and the open stream ends at once', async () => {
  const admin = await addUser(null, { admins: [sampleUniversity] })
  const member = await addUser(sampleUniversity)
  const stream = await lookAt(admin)
  await database.db
    .delete(organizationAdmins)
    .where(
      and(eq(organizationAdmins.userId, admin.userId), eq(organizationAdmins.organization, sampleUniversity)),
    )
  process.notices.notifyProgress({ userId: member.userId, lessonId: 'les_1' })
  process.notices.notifyAccess()
  await soon(() => expect(stream.isOver()).toBe(true))
  expect(stream.events.map(({ event }) => event)).not.toContain('members')
  expect(process.hub.size).toBe(0)
})

test('a stream ends with its session, also when nothing happens', async () => {
  const member = await addUser(sampleUniversity)
  const stream = await lookAt(member)
  await database.db.delete(sessions).where(eq(sessions.id, member.sessionId))
  await soon(() => expect(stream.isOver()).toBe(true))
  const again = look(process.hub, member)
  await again.reading
  expect(again.events).toEqual([])
})

test('what happened while a browser was away is replayed from its last event, in another process it reads again', async () => {
  const member = await addUser(sampleUniversity)
  const first = await lookAt(member)
  process.notices.notifyProgress({ userId: member.userId, lessonId: 'les_1' })
  await soon(() => expect(first.events).toHaveLength(2))
  process.notices.notifyProgress({ userId: member.userId, lessonId: 'les_2' })
  await soon(() => expect(first.events).toHaveLength(3))
  const seen = first.events[1]?.id
  const back = look(process.hub, member, seen)
  await soon(() =>
    expect(back.events.map(({ event, ids }) => [event, ids])).toEqual([['progress', ['les_2']]]),
  )
  const elsewhere = await openProcess()
  const there = look(elsewhere.hub, member, seen)
  await soon(() => expect(there.events.map(({ event }) => event)).toContain('refresh'))
})

test('a change in one process is told to the viewers of another', async () => {
  const member = await addUser(sampleUniversity)
  const elsewhere = await openProcess()
  const stream = await lookAt(member, elsewhere)
  process.notices.notifyProgress({ userId: member.userId })
  await soon(() => expect(stream.events.at(-1)).toMatchObject({ event: 'progress', ids: [] }))
})

test('after the listening connection broke everybody reads again, and hears the next change', async () => {
  const member = await addUser(sampleUniversity)
  const stream = await lookAt(member)
  const before = stream.events.length
  await database.db.execute(
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'freeor listener' AND datname = current_database()`,
  )
  await soon(() => expect(stream.events.length).toBeGreaterThan(before))
  expect(stream.events.at(-1)?.event).toBe('refresh')
  process.notices.notifyProgress({ userId: member.userId, lessonId: 'les_9' })
  await soon(() => expect(stream.events.at(-1)).toMatchObject({ event: 'progress', ids: ['les_9'] }))
})

test('many changes in a moment are one notice', async () => {
  const admin = await addUser(null, { admins: [sampleUniversity] })
  const members = await Promise.all(Array.from({ length: 30 }, () => addUser(sampleUniversity)))
  const stream = await lookAt(admin)
  for (const { userId } of members)
    for (let lesson = 0; lesson < 3; lesson++)
      process.notices.notifyProgress({ userId, lessonId: `les_${lesson}` })
  await soon(() => expect(stream.events).toHaveLength(2))
  expect(stream.events[1]?.ids).toHaveLength(30)
})

test('a user has a limited number of streams, and a closed one makes room', async () => {
  const member = await addUser(sampleUniversity)
  const other = await addUser(sampleUniversity)
  const open = [1, 2, 3].map(() => process.hub.open(member))
  expect(() => process.hub.open(member)).toThrow('Too many')
  await lookAt(other)
  await open[0]?.cancel()
  await lookAt(member)
})

test('a drain ends every stream', async () => {
  const member = await addUser(sampleUniversity)
  const stream = await lookAt(member)
  process.hub.close()
  await stream.reading
  expect(process.hub.size).toBe(0)
})

test('a draft that changes is told to the members of its account and super admins, a course that is shown to all', async () => {
  const { db } = database
  const [member, stranger, superAdmin] = [await addUser(null), await addUser(null), await addUser(null)]
  const now = new Date()
  const company = { userId: member.userId, email: `${newId('usr')}@people.example`, name: 'Author', now }
  const companyId = await ensureOwnCompany(db, company, async () => undefined)
  await db.update(users).set({ role: 'super_admin' }).where(eq(users.id, superAdmin.userId))
  const streams = await Promise.all([member, stranger, superAdmin].map((viewer) => lookAt(viewer)))
  process.notices.notifyCourses([
    { courseId: 'crs_draft', companyId, isShown: false },
    { courseId: 'crs_shown', companyId, isShown: false },
    // The same course once more: learners see this change.
    { courseId: 'crs_shown', companyId, isShown: true },
    { courseId: 'crs_shown', companyId, isShown: false },
  ])
  const told = streams.map(
    ({ events }) =>
      () =>
        events.find(({ event }) => event === 'course')?.ids,
  )
  await soon(() => expect(told[1]?.()).toEqual(['crs_shown']))
  await process.hub.settled()
  expect(told[0]?.()).toEqual(['crs_draft', 'crs_shown'])
  expect(told[2]?.()).toEqual(['crs_draft', 'crs_shown'])
})
