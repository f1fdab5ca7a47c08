import { companyMembers } from '@freeor/accounts/tables'
import { scheduledDownloads, scheduledRuns } from '@freeor/leads/scheduled-downloads/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { freshen } from '../../testing/account-things.ts'
import { addMember } from '../../testing/company-people.ts'
import { openSchedulesFixture, type SchedulesFixture } from '../../testing/schedules-fixture.ts'

/* Who may do what with downloads that repeat, what is refused, and what the doctor sees. */

/** So many days from today. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

let schedules: SchedulesFixture
let fixture: SchedulesFixture['fixture']

beforeAll(async () => {
  schedules = await openSchedulesFixture()
  fixture = schedules.fixture
})
afterAll(async () => await fixture?.close())
beforeEach(async () => await schedules.begin())

test('nobody else orders what waits, not even the owner; whoever manages people sees it, pauses it and deletes it', async () => {
  const schedule = await schedules.created({ ceiling: 0 })
  await schedules.run()
  const runId = (await schedules.only()).runs[0]?.id ?? ''
  const { owner, admin, stranger, viewer } = fixture.people
  for (const as of [owner, admin, stranger])
    expect((await schedules.order(schedule, runId, 99, as)).status, as.email).toBe(404)
  expect((await schedules.order(schedule, runId, 99, viewer)).status).toBe(403)
  expect(await schedules.list(stranger)).toEqual([])
  expect(await schedules.list(owner)).toMatchObject([{ uid: fixture.people.member.userId }])
  const path = `/api/scheduled-downloads/${schedule.id}`
  const paused = await fixture.call('PATCH', path, { as: owner, body: { paused: true } })
  expect(paused.body).toMatchObject({ paused: true, nextAt: null })
  expect((await fixture.call('DELETE', path, { as: stranger })).status).toBe(404)
  expect((await fixture.call('DELETE', path, { as: owner })).status).toBe(204)
  expect(await schedules.list()).toEqual([])
})

test('a member does not see or change that of a colleague', async () => {
  const { member, owner } = fixture.people
  const schedule = await schedules.created({}, owner)
  expect(await schedules.list(member)).toEqual([])
  const path = `/api/scheduled-downloads/${schedule.id}`
  expect((await fixture.call('PATCH', path, { as: member, body: { ceiling: 99 } })).status).toBe(404)
  expect((await fixture.call('DELETE', path, { as: member })).status).toBe(404)
  expect(await schedules.list(owner)).toMatchObject([{ ceiling: 10 }])
})

test('a mistake is said when it is made, not at the first due time', async () => {
  const status = async (body: object) => {
    const answer = await schedules.create(body)
    return [answer.status, answer.body.code]
  }
  expect(await status({ order: { dictId: schedules.dictId(), filter: 'colour:red' } })).toEqual([
    422,
    'invalid_query',
  ])
  expect(await status({ order: { dictId: schedules.dictId(), columns: ['colour'] } })).toEqual([
    422,
    'invalid_request',
  ])
  expect(await status({ order: { dictId: schedules.dictId(), preset: 'hubspot', format: 'xlsx' } })).toEqual([
    422,
    'invalid_request',
  ])
  expect(await status({ order: { dictId: 'nothing' } })).toEqual([404, 'not_found'])
  expect((await schedules.create({ order: { dictId: schedules.dictId(), limit: 5 } })).status).toBe(422)
  expect((await schedules.create({ ceiling: -1 })).status).toBe(422)
  // It has room now, and none for asking what is new.
  const q = `company:"${'x'.repeat(2000)}"`
  expect(await status({ order: { dictId: schedules.dictId(), q } })).toEqual([422, 'invalid_query'])
  expect(await status({ firstOn: day(-1) })).toEqual([422, 'invalid_request'])
  expect(await status({ firstOn: day(400) })).toEqual([422, 'invalid_request'])
  expect(await schedules.list()).toEqual([])
})

test('a company has twenty, also when they are made at once', async () => {
  const made = await Promise.all(
    Array.from({ length: 24 }, async () => await schedules.create({ firstOn: day(1) })),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(made.filter(({ status }) => status === 409)).toHaveLength(4)
})

test('an order by hand cannot take the key of a due time first', async () => {
  const schedule = await schedules.created()
  const key = `schedule ${schedule.id} ${schedules.clock.now().toISOString()}`
  const taken = await fixture.call('POST', '/api/downloads', {
    ...{
      as: fixture.people.member,
      body: { dictId: schedules.dictId() },
      headers: { 'idempotency-key': key },
    },
  })
  expect(taken.status).toBe(400)
})

test('who leaves the company orders nothing there any more', async () => {
  const { owner } = fixture.people
  const memberId = await addMember(fixture, owner)
  const [row] = await fixture.deps.db.select().from(companyMembers).where(eq(companyMembers.id, memberId))
  const schedule = await schedules.created({}, owner)
  await fixture.deps.db
    .update(scheduledDownloads)
    .set({ userId: row?.userId ?? '' })
    .where(eq(scheduledDownloads.id, schedule.id))
  await freshen(fixture, owner)
  expect((await fixture.call('DELETE', `/api/company/users/${memberId}`, { as: owner })).status).toBeLessThan(
    300,
  )
  expect(await fixture.deps.db.$count(scheduledDownloads, eq(scheduledDownloads.id, schedule.id))).toBe(0)
})

test('the doctor sees a run without its download, one of somebody else, one above its ceiling, and one twice', async () => {
  const { db } = fixture.deps
  await schedules.created()
  await schedules.run()
  const [first] = (await schedules.only()).runs
  await schedules.fileOf(first?.downloadId)
  const wrong = async () =>
    (await checkInvariants(fixture.deps)).invariants.find(({ id }) => id === 'I26')?.detail ?? ''
  const isIt = eq(scheduledRuns.id, first?.id ?? '')
  const set = async (values: Partial<typeof scheduledRuns.$inferInsert>) =>
    await db.update(scheduledRuns).set(values).where(isIt)
  await set({ downloadId: 'dl_nothing' })
  expect(await wrong()).toContain('is not there')
  await set({ downloadId: first?.downloadId ?? null, ceiling: 2 })
  expect(await wrong()).toContain('more than its ceiling')
  await set({ ceiling: 10, newLeads: 1 })
  expect(await wrong()).toContain('more new leads than were ordered')
  await set({ newLeads: 3 })
  const { userId } = fixture.people.owner
  await db.update(scheduledDownloads).set({ userId })
  expect(await wrong()).toContain('of somebody else')
  await db.update(scheduledDownloads).set({ userId: fixture.people.member.userId })
  const [row] = await db.select().from(scheduledRuns).where(isIt)
  if (row) await db.insert(scheduledRuns).values({ ...row, id: 'srn_again', dueAt: new Date() })
  expect(await wrong()).toContain('of another run too')
  await db.delete(scheduledRuns).where(eq(scheduledRuns.id, 'srn_again'))
  await schedules.expectSound()
})
