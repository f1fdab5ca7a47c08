import type { Tx } from '@freeor/postgres/database'
import { and, eq, sql } from 'drizzle-orm'
import { listStoredVersions } from '../opt-outs/apply-opt-outs.ts'
import { raiseOptOutNumber } from '../opt-outs/commands.ts'
import { addDropHashes } from '../opt-outs/take-drop-hashes.ts'
import { findMatches, writeKeys } from './find-matches.ts'
import type { DropDeps } from './ports.ts'
import { type Cycle, countStatuses, type Item, readItems } from './queries.ts'
import { type DropStatus, dropLists } from './schema.ts'
import { dropCycles, dropExemptions, dropItems } from './tables.ts'

/**
 * Gives each item its status, and puts its hash on the do-not-contact list, found or not: it binds every import to come.
 * What is exempt is not put there. One transaction: a status is never reported of what is not on the list. It is made of
 * statements of some thousand items, since one of millions would take longer than a statement may.
 */
export async function matchItems(deps: DropDeps, cycle: Cycle): Promise<boolean> {
  const { db, olap, clock } = deps
  await writeKeys(olap, cycle.id, readItems(db, cycle.id))
  const versions = await listStoredVersions(db)
  const matches = await findMatches(olap, cycle.id, { lists: dropLists, versions })
  const leads = new Map(matches.map((match) => [`${match.list} ${match.key}`, match.leads]))
  const now = clock.now()
  await db.transaction(async (tx) => {
    const taken = await tx
      .update(dropCycles)
      .set({ state: 'matched', matchedAt: now })
      .where(and(eq(dropCycles.id, cycle.id), eq(dropCycles.state, 'downloaded')))
      .returning({ id: dropCycles.id })
    if (taken.length === 0) return
    const number = await raiseOptOutNumber(tx)
    const exempt = new Set(
      (await tx.select({ hash: dropExemptions.hash }).from(dropExemptions)).map(({ hash }) => hash),
    )
    for await (const items of readItems(tx, cycle.id)) {
      const asked = items.filter(({ withdrawnAt }) => withdrawnAt === null)
      await setStatuses(tx, cycle.id, asked, (item) =>
        statusOf(leads.get(keyOf(item)) ?? 0, exempt.has(item.hash)),
      )
      const wanted = asked.filter(({ hash }) => !exempt.has(hash))
      await addDropHashes(tx, wanted, { number, now })
    }
    await tx
      .update(dropCycles)
      .set({ items: await countStatuses(tx, cycle.id) })
      .where(eq(dropCycles.id, cycle.id))
  })
  await deps.faults?.('drop-matched')
  return true
}

const KEY_BYTES = 16

const keyOf = ({ list, hash }: Item): string =>
  `${list} ${Buffer.from(hash, 'base64').subarray(0, KEY_BYTES).toString('hex')}`

/**
 * One lead: deleted. Several that share the identifier: all are opted out, since the request may be of any of them. Both
 * are removed here in the same way.
 */
function statusOf(leads: number, isExempt: boolean): DropStatus {
  if (leads === 0) return 5
  if (isExempt) return 2
  return leads > 1 ? 4 : 3
}

async function setStatuses(
  tx: Tx,
  cycleId: string,
  items: readonly Item[],
  of: (item: Item) => DropStatus,
): Promise<void> {
  const files = sql.param(items.map(({ file }) => file))
  const ids = sql.param(items.map(({ itemId }) => itemId))
  const statuses = sql.param(items.map(of))
  await tx.execute(sql`UPDATE ${dropItems} SET status = given.status
    FROM unnest(${files}::text[], ${ids}::text[], ${statuses}::smallint[]) AS given(file, item_id, status)
    WHERE ${eq(dropItems.cycleId, cycleId)} AND ${dropItems.file} = given.file AND ${dropItems.itemId} = given.item_id`)
}
