import { and, eq } from 'drizzle-orm'
import { applyOptOuts } from '../opt-outs/apply-opt-outs.ts'
import { copyOptOuts } from '../opt-outs/copy-entries.ts'
import { removeWithdrawn } from '../opt-outs/take-drop-hashes.ts'
import { removeKeys } from './find-matches.ts'
import type { DropDeps } from './ports.ts'
import type { Cycle } from './queries.ts'
import { dropCycles } from './tables.ts'

/**
 * Removes the leads from every dataset, and takes identifiers that consumers took back off the list: their leads come
 * back with the next import. Nothing is reported before it is done.
 */
export async function removeMatched(deps: DropDeps, cycle: Cycle): Promise<boolean> {
  const { db, olap, clock } = deps
  if (cycle.downloadedAt) await removeWithdrawn(db, cycle.downloadedAt)
  await applyOptOuts({ db, olap, clock })
  await copyOptOuts({ db, olap })
  await removeKeys(olap, cycle.id)
  await db
    .update(dropCycles)
    .set({ state: 'removed', removedAt: clock.now() })
    .where(and(eq(dropCycles.id, cycle.id), eq(dropCycles.state, 'matched')))
  await deps.faults?.('drop-removed')
  return true
}
