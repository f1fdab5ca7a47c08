import { downloads } from '@freeor/leads/downloads/tables'
import { runDownload } from '@freeor/leads/downloads/writing/commands'
import type { Jobs } from '@freeor/postgres/jobs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailTo } from '../../testing/mails.ts'
import { openSchedulesFixture, type SchedulesFixture } from '../../testing/schedules-fixture.ts'
import { limitToNothing } from '../../testing/spending-things.ts'

/* What a download that repeats orders, and when. */

const DAY_MS = 86_400_000

let schedules: SchedulesFixture
let fixture: SchedulesFixture['fixture']

beforeAll(async () => {
  schedules = await openSchedulesFixture()
  fixture = schedules.fixture
})
afterAll(async () => await fixture?.close())
beforeEach(async () => await schedules.begin())

test('all leads at first, then those that are new or have changed, then nothing', async () => {
  await schedules.created()
  await schedules.run()
  const [first] = (await schedules.only()).runs
  expect(first).toMatchObject({ state: 'ordered', rows: 3, newLeads: 3 })
  expect(await schedules.fileOf(first?.downloadId)).toEqual(['Firm 1', 'Firm 2', 'Firm 3'])
  await mailTo(fixture, fixture.people.member.email, /3 leads, for 3 new leads/)

  schedules.rename(1, 'Firm 1b')
  await schedules.addFirm()
  const [second] = (await schedules.runNextDay()).runs
  expect(second).toMatchObject({ state: 'ordered', rows: 2, newLeads: 1 })
  expect(await schedules.fileOf(second?.downloadId)).toEqual(['Firm 1b', 'Firm 4'])

  const { runs, nextAt } = await schedules.runNextDay()
  expect(runs.map(({ state }) => state)).toEqual(['nothing', 'ordered', 'ordered'])
  expect(nextAt).toBe(new Date(schedules.clock.now().getTime() + DAY_MS).toISOString())
  expect(await schedules.countFiles()).toBe(2)
  await schedules.expectSound()
})

test('one that begins today is made at once, and then at the hour of another day', async () => {
  const today = new Date().toISOString().slice(0, 10)
  expect((await schedules.create({ firstOn: today })).status).toBe(201)
  await expect.poll(async () => (await schedules.only()).runs.length, { timeout: 60_000 }).toBe(1)
  const { runs, nextAt } = await schedules.only()
  expect(runs).toMatchObject([{ state: 'ordered', newLeads: 3 }])
  expect(await schedules.fileOf(runs[0]?.downloadId)).toHaveLength(3)
  const tomorrow = new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10)
  expect(nextAt).toBe(`${tomorrow}T07:00:00.000Z`)
})

test('what a file that could not be made would have had is in the next one, and nothing is charged for the first', async () => {
  const before = await fixture.call('GET', '/api/me', { as: fixture.people.owner })
  await schedules.created()
  // Ordered, and nobody writes it: it is given up after the last attempt. Without a job it would be given one within a
  // minute, and be written.
  const send: Jobs['send'] = (tx, name, data) =>
    fixture.deps.jobs.send(tx, name, data, { startAfter: 86_400 })
  await schedules.run({ jobs: { send } })
  const [lost] = (await schedules.only()).runs
  expect(lost).toMatchObject({ state: 'ordered', newLeads: 3 })
  const downloadId = lost?.downloadId ?? ''
  await fixture.deps.db.update(downloads).set({ attempts: 6 }).where(eq(downloads.id, downloadId))
  await runDownload(fixture.deps, { downloadId, signal: new AbortController().signal })
  const after = await fixture.call('GET', '/api/me', { as: fixture.people.owner })
  expect(after.body.allowance?.leadsRemaining).toBe(before.body.allowance?.leadsRemaining)
  await schedules.addFirm()
  const { runs } = await schedules.runNextDay()
  expect(runs).toMatchObject([
    { state: 'ordered', rows: 4, newLeads: 4 },
    { state: 'failed', newLeads: 3 },
  ])
  expect(await schedules.fileOf(runs[0]?.downloadId)).toEqual(['Firm 1', 'Firm 2', 'Firm 3', 'Firm 4'])
  expect((await schedules.runNextDay()).runs[0]).toMatchObject({ state: 'nothing' })
  await schedules.expectSound()
})

test('with all leads each time, the whole file comes again and costs what is new', async () => {
  await schedules.created({
    onlyChanges: false,
    order: { dictId: schedules.dictId(), searchName: 'Everything' },
  })
  await schedules.run()
  await schedules.fileOf((await schedules.only()).runs[0]?.downloadId)
  await schedules.addFirm()
  const [again] = (await schedules.runNextDay()).runs
  expect(again).toMatchObject({ state: 'ordered', rows: 4, newLeads: 1 })
  await schedules.fileOf(again?.downloadId)
})

test('a due time is run once, by however many at once', async () => {
  await schedules.created()
  await Promise.all([schedules.run(), schedules.run(), schedules.run(), schedules.run()])
  await schedules.run()
  const { runs } = await schedules.only()
  expect(runs).toHaveLength(1)
  expect(await schedules.countFiles()).toBe(1)
  await schedules.fileOf(runs[0]?.downloadId)
  await schedules.expectSound()
})

test('after a crash between the order and its record, the same download is recorded', async () => {
  await schedules.created()
  const mailSchedule = async () => {
    throw new Error('The process ends here')
  }
  await schedules.run({ mailSchedule })
  expect((await schedules.only()).runs).toEqual([])
  expect(await schedules.countFiles()).toBe(1)
  // Meanwhile the data goes on.
  await schedules.addFirm()
  await schedules.run()
  const [recorded] = (await schedules.only()).runs
  expect(recorded).toMatchObject({ state: 'ordered', rows: 3, newLeads: 3 })
  expect(await schedules.countFiles()).toBe(1)
  expect(await schedules.fileOf(recorded?.downloadId)).toEqual(['Firm 1', 'Firm 2', 'Firm 3'])
})

test('above the ceiling nothing is bought and a mail asks; what waits is ordered once, for at most what was shown', async () => {
  await schedules.created({ ceiling: 2 })
  await schedules.run()
  const waiting = await schedules.only()
  const [first] = waiting.runs
  expect(first).toMatchObject({ state: 'waiting', rows: 3, newLeads: 3, downloadId: null })
  expect(await schedules.countFiles()).toBe(0)
  await mailTo(fixture, fixture.people.member.email, /3 new leads this time. Your ceiling is 2 leads/)

  await schedules.addFirm()
  const dearer = await schedules.order(waiting, first?.id, 3)
  expect([dearer.status, dearer.body]).toMatchObject([409, { newLeads: 4, shown: 3 }])
  expect(await schedules.countFiles()).toBe(0)

  const { runs } = await schedules.runNextDay()
  expect(runs.map(({ state, newLeads }) => [state, newLeads])).toEqual([
    ['waiting', 4],
    ['replaced', 3],
  ])
  const gone = await schedules.order(waiting, first?.id, 9)
  expect(gone.status).toBe(409)
  const [second] = runs
  const answers = await Promise.all([1, 2, 3].map(async () => await schedules.order(waiting, second?.id, 4)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await schedules.countFiles()).toBe(1)
  const [ordered] = (await schedules.only()).runs
  expect(ordered).toMatchObject({ state: 'ordered', newLeads: 4 })
  expect(await schedules.fileOf(ordered?.downloadId)).toHaveLength(4)
  // What was ordered by hand is not taken again.
  expect((await schedules.runNextDay()).runs[0]).toMatchObject({ state: 'nothing' })
  await schedules.expectSound()
})

test('times that were missed are one run, and a pause is not made up for', async () => {
  await schedules.created()
  schedules.clock.advance(3 * DAY_MS + 3_600_000)
  await schedules.run()
  const late = await schedules.only()
  expect(late.runs).toHaveLength(1)
  expect(Date.parse(late.nextAt ?? '') - schedules.clock.now().getTime()).toBe(DAY_MS - 3_600_000)
  const change = async (body: object) =>
    await fixture.call('PATCH', `/api/scheduled-downloads/${late.id}`, { as: fixture.people.member, body })
  await change({ paused: true })
  await schedules.addFirm()
  expect((await schedules.runNextDay()).runs).toHaveLength(1)
  const resumed = await change({ paused: false, rhythm: 'weekly', ceiling: 7 })
  expect(resumed.body).toMatchObject({ paused: false, rhythm: 'weekly', ceiling: 7 })
  // The server's clock is behind that of the runs: the next time is its own first one.
  expect(Date.parse(resumed.body.nextAt ?? '')).toBeGreaterThan(Date.now())
})

test('three refusals in a row pause it, each is told, and the limit of the member holds', async () => {
  await limitToNothing(fixture, fixture.people.member)
  await schedules.created()
  await schedules.run()
  expect((await schedules.only()).runs).toMatchObject([{ state: 'refused', downloadId: null }])
  await schedules.runNextDay()
  const paused = await schedules.runNextDay()
  expect(paused).toMatchObject({ paused: true, nextAt: null })
  expect(paused.runs.map(({ state }) => state)).toEqual(['refused', 'refused', 'refused'])
  await mailTo(fixture, fixture.people.member.email, /so it is paused now/)
  expect(await schedules.countFiles()).toBe(0)
})
