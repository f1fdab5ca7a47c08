import { and, asc, count, eq, isNotNull, like } from 'drizzle-orm'
import { applyOptOuts } from '../opt-outs/apply-opt-outs.ts'
import type { DropDeps } from './ports.ts'
import { isChanged, readItems } from './queries.ts'
import { pad, sendPart, withSuffix } from './report-statuses.ts'
import { dropCycles, dropItems, dropUploads } from './tables.ts'

/** Corrects statuses that changed since they were reported. What can't be sent now is sent the next time. */
export async function amendStatuses(deps: DropDeps): Promise<void> {
  const { db, olap, clock } = deps
  if (!deps.api) return
  // A status that says so is never sent before its leads are gone.
  await applyOptOuts({ db, olap, clock })
  const files = await db
    .selectDistinct({ cycleId: dropItems.cycleId, file: dropItems.file })
    .from(dropItems)
    .innerJoin(dropCycles, eq(dropCycles.id, dropItems.cycleId))
    .where(and(isChanged, eq(dropCycles.state, 'reported')))
    .orderBy(asc(dropItems.cycleId), asc(dropItems.file))
  for (const { cycleId, file } of files)
    for await (const items of readItems(db, cycleId, { file, onlyChanged: true })) {
      const name = withSuffix(file, `amend${pad((await countAmended(deps, cycleId, file)) + 1)}`)
      await sendPart(deps, { id: cycleId }, { kind: 'amend', file, name, items })
      break
    }
}

async function countAmended({ db }: DropDeps, cycleId: string, file: string): Promise<number> {
  const of = and(eq(dropUploads.cycleId, cycleId), like(dropUploads.name, withSuffix(file, 'amend%')))
  const [row] = await db
    .select({ accepted: count() })
    .from(dropUploads)
    .where(and(of, isNotNull(dropUploads.acceptedAt)))
  return row?.accepted ?? 0
}
