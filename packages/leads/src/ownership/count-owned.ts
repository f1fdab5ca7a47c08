import type { Olap } from '@freeor/clickhouse/olap'
import type { Limiter } from '@freeor/kernel/limiter'
import { z } from 'zod'
import { countOwnedStatements, type LeadIds, type Ownership } from './owned-leads.ts'

export type CountDeps = {
  readonly olap: Pick<Olap, 'ask'>
  readonly statements: Pick<Limiter, 'run'>
}

const countRow = z.strictObject({ leads: z.coerce.number().int().nonnegative() })
/** With millions owned, one statement takes a second. */
const caps = { seconds: 10 }

/** How many of some leads the company owns. */
export async function countOwned(
  { olap, statements }: CountDeps,
  ownership: Ownership,
  of: LeadIds,
): Promise<number> {
  let sum = 0
  for (const statement of countOwnedStatements(ownership, of)) {
    const [row] = await statements.run({}, async () => await olap.ask({ ...statement, row: countRow, caps }))
    sum += row?.leads ?? 0
  }
  return sum
}
