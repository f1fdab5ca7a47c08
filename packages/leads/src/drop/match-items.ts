import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { listStoredVersions } from '../opt-outs/apply-opt-outs.ts'
import { addHashes } from '../opt-outs/take-drop-hashes.ts'
import { findMatches, type Match, writeKeys } from './find-matches.ts'
import type { DropDeps } from './ports.ts'
import { type Cycle, readItems } from './queries.ts'
import { dropLists } from './schema.ts'
import { dropCycles, dropItems } from './tables.ts'

/**
 * Gives each item its status, and puts its hash on the do-not-contact list, found or not: it binds every import to come.
 * What is exempt is not put there. One transaction: a status is never reported of what is not on the list.
 */
export async function matchItems(deps: DropDeps, cycle: Cycle): Promise<boolean> {
  const { db, olap, clock } = deps
  await writeKeys(olap, cycle.id, readItems(db, cycle.id))
  const versions = await listStoredVersions(db)
  const matches = await findMatches(olap, cycle.id, { lists: dropLists, versions })
  const now = clock.now()
  await db.transaction(async (tx) => {
    const taken = await tx
      .update(dropCycles)
      .set({ state: 'matched', matchedAt: now })
      .where(and(eq(dropCycles.id, cycle.id), eq(dropCycles.state, 'downloaded')))
      .returning({ id: dropCycles.id })
    if (taken.length === 0) return
    await setStatuses(tx, cycle.id, matches)
    await addHashes(
      tx,
      sql`SELECT hash, list FROM drop_items WHERE cycle_id = ${cycle.id} AND withdrawn_at IS NULL
        AND hash NOT IN (SELECT hash FROM drop_exemptions)`,
      now,
    )
  })
  await deps.faults?.('drop-matched')
  return true
}

const keyOfHash = sql`encode(substring(decode(${dropItems.hash}, 'base64') FOR 16), 'hex')`

/**
 * One lead: deleted. Several that share the identifier: all are opted out, since the request may be of any of them. In
 * law both are removed here in the same way.
 */
async function setStatuses(tx: Tx, cycleId: string, matches: readonly Match[]): Promise<void> {
  const ofCycle = eq(dropItems.cycleId, cycleId)
  await tx.update(dropItems).set({ status: 5 }).where(ofCycle)
  await tx.execute(sql`
    UPDATE ${dropItems} SET status = CASE
      WHEN hash IN (SELECT hash FROM drop_exemptions) THEN 2 WHEN found.leads > 1 THEN 4 ELSE 3 END
    FROM unnest(${sql.param(matches.map(({ list }) => list))}::text[], ${sql.param(matches.map(({ key }) => key))}::text[],
      ${sql.param(matches.map(({ leads }) => leads))}::int[]) AS found(list, key, leads)
    WHERE ${ofCycle} AND ${dropItems.list} = found.list AND ${keyOfHash} = found.key`)
  await tx
    .update(dropItems)
    .set({ status: null })
    .where(and(ofCycle, sql`${dropItems.withdrawnAt} IS NOT NULL`, isNull(dropItems.reported)))
}
