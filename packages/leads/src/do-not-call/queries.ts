import type { Clock } from '@freeor/kernel/clock'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { eq, inArray } from 'drizzle-orm'
import { downloads } from '../downloads/tables.ts'
import { registryAge } from './registry-age.ts'
import type { DoNotCallRegistry } from './schema.ts'
import { type DoNotCallEdition, doNotCallEditions } from './tables.ts'

const currentStatement = preparedOnce((tx) =>
  tx
    .select()
    .from(doNotCallEditions)
    .where(eq(doNotCallEditions.state, 'current'))
    .prepare('current_do_not_call_edition'),
)

/** The edition of the registry that is in force, if any. */
export async function findEdition(tx: Tx): Promise<DoNotCallEdition | undefined> {
  const [edition] = await currentStatement(tx).execute()
  return edition
}

/** An edition by its number, also one of the past. */
export async function findEditionOf(tx: Tx, edition: number): Promise<DoNotCallEdition | undefined> {
  const [row] = await tx.select().from(doNotCallEditions).where(eq(doNotCallEditions.edition, edition))
  return row
}

/** What is known of the registry that is in force; null without one. */
export async function readDoNotCall({
  db,
  clock,
}: {
  readonly db: Tx
  readonly clock: Clock
}): Promise<DoNotCallRegistry | null> {
  const edition = await findEdition(db)
  if (!edition) return null
  const { numbers, areaCodes, obtainedAt } = edition
  const age = registryAge(obtainedAt, clock.now())
  return { numbers, areaCodes: areaCodes.length, obtainedAt: obtainedAt.toISOString(), ...age }
}

/** The editions by which files under way are marked. */
export async function listEditionsUnderWay(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ edition: downloads.doNotCallEdition })
    .from(downloads)
    .where(inArray(downloads.state, ['reserved', 'writing']))
  return rows.flatMap(({ edition }) => edition ?? [])
}
