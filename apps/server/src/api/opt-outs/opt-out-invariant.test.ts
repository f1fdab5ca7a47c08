import { createHash } from 'node:crypto'
import { newId } from '@freeor/kernel/ids'
import { applyOptOuts } from '@freeor/leads/opt-outs/apply-opt-outs'
import { optOutState, optOuts } from '@freeor/leads/opt-outs/tables'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { type CompaniesFixture, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { importFirms } from '../../testing/firms.ts'

/* I25: nobody who opted out is in a stored version. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 20, jobs: false })
  await importFirms(fixture.deps, 24)
})
afterAll(async () => await fixture.close())

const broken = async () =>
  (await checkInvariants(fixture.deps)).invariants
    .filter(({ ok }) => !ok)
    .map(({ id, detail }) => [id, detail])

/** Somebody of the dataset is on the list; the list says that it is applied, or not. */
async function add(row: number, { isApplied, hoursAgo = 0 }: { isApplied: boolean; hoursAgo?: number }) {
  const { db, clock } = fixture.deps
  const number = String(row).padStart(4, '0')
  const text = `private-person-${number}@firm-${number}.example`
  const key = createHash('sha256').update(text).digest('hex').slice(0, 32)
  const createdAt = new Date(clock.now().getTime() - hoursAgo * 3_600_000)
  await db.insert(optOutState).values({ id: 1, number: 0, applied: 0 }).onConflictDoNothing()
  const [state] = await db
    .update(optOutState)
    .set({ number: sql`${optOutState.number} + 1` })
    .returning()
  const shown = { form: 'email', key, shown: 'p', reason: 'a test', createdAt } as const
  await db.insert(optOuts).values({ id: newId('out'), number: state?.number ?? 0, ...shown })
  if (isApplied) await db.update(optOutState).set({ applied: sql`${optOutState.number}` })
}

test('a lead that is still in a version is told, in each of them; after its removal all is well', async () => {
  expect(await broken()).toEqual([])
  await add(3, { isApplied: true })
  expect(await broken()).toEqual([['I25', expect.stringMatching(/v1.*1 leads.*v2.*1 leads/s)]])
  // As an operator mends it: the list is applied again.
  await fixture.deps.db.update(optOutState).set({ applied: sql`${optOutState.applied} - 1` })
  await applyOptOuts(fixture.deps)
  expect(await broken()).toEqual([])
})

test('a removal that is under way is waited for, an hour at most', async () => {
  await add(4, { isApplied: false })
  expect(await broken()).toEqual([])
  await add(5, { isApplied: false, hoursAgo: 2 })
  expect(await broken()).toEqual([['I25', expect.stringContaining('1 of 3 additions are applied')]])
  await applyOptOuts(fixture.deps)
  expect(await broken()).toEqual([])
})
