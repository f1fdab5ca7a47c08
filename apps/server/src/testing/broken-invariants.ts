import type { SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import { checkInvariants } from '../doctor.ts'
import type { TestSystem } from './test-system.ts'

/** The doctor shown something broken on purpose: the damage, and what the doctor says. */

/** @throws when nothing was damaged */
export async function damage({ deps }: Pick<TestSystem, 'deps'>, statement: SQL): Promise<void> {
  const { rowCount } = await deps.db.execute(statement)
  expect(rowCount, 'the damage was done').toBeGreaterThan(0)
}

/** The invariants that do not hold, seen with another clock or in a transaction where one is given. */
export async function brokenInvariants(
  { deps }: Pick<TestSystem, 'deps'>,
  instead: Partial<Pick<TestSystem['deps'], 'clock' | 'db'>> = {},
): Promise<string[]> {
  const report = await checkInvariants({ ...deps, ...instead })
  const broken = report.invariants.filter(({ ok }) => !ok).map(({ id }) => id)
  expect(report.ok).toBe(broken.length === 0)
  return broken
}

/** What breaks by damage that the running server would repair within seconds: seen in a transaction that is undone. */
export async function brokenBy(system: Pick<TestSystem, 'deps'>, statement: SQL): Promise<string[]> {
  const undone = new Error('undone')
  let broken: string[] = []
  const work = system.deps.db.transaction(async (tx) => {
    expect((await tx.execute(statement)).rowCount).toBeGreaterThan(0)
    broken = await brokenInvariants(system, { db: tx as unknown as TestSystem['deps']['db'] })
    throw undone
  })
  await expect(work).rejects.toBe(undone)
  return broken
}
