import { grantByHand } from '@freeor/leads/allowance/by-hand/commands'
import { downloads } from '@freeor/leads/downloads/tables'
import { importLeads } from '@freeor/leads/import/commands'
import { memorySource } from '@freeor/leads/import/testing'
import { runDueSchedules } from '@freeor/leads/scheduled-downloads/running/commands'
import type { ScheduledDownload } from '@freeor/leads/scheduled-downloads/schema'
import { spendingLimits } from '@freeor/leads/spending/tables'
import { fakeClock } from '@freeor/testing/clock'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { checkInvariants } from '../doctor.ts'
import { type CompaniesFixture, finished, openCompaniesFixture } from './companies-fixture.ts'
import type { Person } from './people.ts'
import { clearSchedules } from './schedule-things.ts'

const DAY_MS = 86_400_000

async function giveLeads({ deps }: CompaniesFixture, { companyId }: Person): Promise<void> {
  const grant = { amount: 500, expiresAt: null, reason: 'a test', now: new Date() }
  await grantByHand(deps.db, { ...grant, key: companyId, companyId, superAdminUserId: undefined })
}

async function expectSound({ deps }: CompaniesFixture): Promise<void> {
  const { invariants } = await checkInvariants(deps)
  expect(invariants.filter(({ ok }) => !ok)).toEqual([])
  expect(invariants.map(({ id }) => id)).toContain('I26')
}

/**
 * Downloads that repeat, of a company with 500 leads. The clock of the runs is days ahead of the server's, so that only
 * the test's own runs find something due.
 */
export async function openSchedulesFixture() {
  const fixture = await openCompaniesFixture({ firms: 20 })
  const { member, owner } = fixture.people
  await giveLeads(fixture, owner)
  const clock = fakeClock(new Date().toISOString())
  let [datasets, dictId] = [0, '']
  let rows: string[] = []

  const run = async (changes: object = {}) =>
    await runDueSchedules({
      ...{ ...fixture.deps, clock, ledgerLog: { ...fixture.deps.ledgerLog, clock } },
      ...changes,
    })
  const create = async (body: object = {}, as: Person = member) =>
    await fixture.call('POST', '/api/scheduled-downloads', {
      ...{ as, body: { order: { dictId }, rhythm: 'daily', ceiling: 10, ...body } },
    })
  const list = async (as: Person = member): Promise<ScheduledDownload[]> =>
    (await fixture.call('GET', '/api/scheduled-downloads', { as })).body.schedules
  const only = async (): Promise<ScheduledDownload> => {
    const [schedule, ...more] = await list()
    if (!schedule || more.length > 0) throw new Error('There is not exactly one schedule')
    return schedule
  }
  const importRows = async () => {
    const source = memorySource(`ID,Company,ZIP\n${rows.join('\n')}\n`)
    await importLeads(fixture.deps.imports, { source, dictId })
  }
  return {
    ...{ fixture, clock, run, create, list, only },
    dictId: () => dictId,
    /** A dataset with three firms, and nobody has a schedule or a limit. */
    async begin() {
      await clearSchedules(fixture, owner)
      await fixture.deps.db.delete(spendingLimits)
      clock.set(new Date(Date.now() + DAY_MS).toISOString())
      dictId = `repeated${++datasets}`
      rows = [1, 2, 3].map((id) => `${id},Firm ${id},77002`)
      await importRows()
    },
    /** The next version, with one more firm. */
    async addFirm(): Promise<void> {
      const id = rows.length + 1
      rows = [...rows, `${id},Firm ${id},77002`]
      await importRows()
    },
    /** The next import has another name for a firm. */
    rename(id: number, name: string): void {
      rows = rows.map((row) => (row.startsWith(`${id},`) ? `${id},${name},77002` : row))
    },
    /** One whose first time has come by the clock of the runs. */
    async created(body: object = {}, as?: Person): Promise<ScheduledDownload> {
      const day = clock.now().toISOString().slice(0, 10)
      const answer = await create({ firstOn: day, ...body }, as)
      expect(answer.status, answer.text).toBe(201)
      clock.set(`${day}T07:00:00Z`)
      return answer.body
    },
    async runNextDay(): Promise<ScheduledDownload> {
      clock.advance(DAY_MS)
      await run()
      return await only()
    },
    /** The firms in the file of a run. */
    async fileOf(id: string | null | undefined): Promise<string[]> {
      const { state } = await finished(fixture, member, id ?? '')
      expect(state).toBe('ready')
      const { text } = await fixture.call('GET', `/api/downloads/${id}/file`, { as: member })
      return [...text.matchAll(/"(Firm \w+)"/g)].map(([, name]) => name ?? '').toSorted()
    },
    countFiles: async () => await fixture.deps.db.$count(downloads, eq(downloads.dictId, dictId)),
    /** Orders what waits. */
    order: async ({ id }: ScheduledDownload, runId: string | undefined, newLeads: number, as = member) =>
      await fixture.call('POST', `/api/scheduled-downloads/${id}/runs/${runId}/order`, {
        ...{ as, body: { newLeads } },
      }),
    expectSound: async () => await expectSound(fixture),
  }
}

export type SchedulesFixture = Awaited<ReturnType<typeof openSchedulesFixture>>
