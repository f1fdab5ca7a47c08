import type { Database } from '@freeor/postgres/database'
import { oneAtATime } from '@freeor/postgres/one-at-a-time'
import { and, eq, sql } from 'drizzle-orm'
import { countRows } from '../dictionaries/count-rows.ts'
import { leadTable } from '../dictionaries/lead-table.ts'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import type { MatchedVersion } from '../suppression/find-meant-leads.ts'
import { copyOptOuts } from './copy-entries.ts'
import type { OptOutDeps } from './ports.ts'
import { readOptOutState } from './queries.ts'
import { removeFromVersion } from './remove-leads.ts'
import { optOutState } from './tables.ts'
import { withdrawFiles } from './withdraw-files.ts'

type ChangedVersion = MatchedVersion & { readonly dictId: string; readonly rows: number }
type StoredVersion = ChangedVersion & { readonly isServing: boolean }

/** What a removal did: the leads removed from what serves, and the files withdrawn. */
export type Removed = { readonly leads: number; readonly files: number }

/**
 * Works while no removal is under way, of any process. Two at the same time would count the same suggestions twice, and
 * the one that finds nothing left would tell its caller that nobody was removed.
 */
export const whileNoneIsRemoved = async <Result>(
  db: Database,
  work: () => Promise<Result>,
): Promise<Result> => await oneAtATime(db, 'removing who opted out', work)

/** Removes everybody of the list, as `removeListed` does, once no other removal is under way. */
export async function applyOptOuts(deps: OptOutDeps): Promise<Removed> {
  const { number, applied } = await readOptOutState(deps.db)
  if (applied >= number) return { leads: 0, files: 0 }
  return await whileNoneIsRemoved(deps.db, async () => await removeListed(deps))
}

/**
 * Removes everybody of the list from all stored versions, from files under way, and from what is handed out. Then the
 * list counts as applied. Whatever else ends meanwhile was made with this list, or begins anew: see `optOutState`. Only
 * within `whileNoneIsRemoved`.
 */
export async function removeListed(deps: OptOutDeps): Promise<Removed> {
  const { db, olap, clock } = deps
  const { number, applied } = await readOptOutState(db)
  if (applied >= number) return { leads: 0, files: 0 }
  const forms = await copyOptOuts({ db, olap }, applied)
  let [leads, files] = [0, 0]
  const versions = await listStoredVersions(db)
  for (const [datasetNo, stored] of Map.groupBy(versions, (version) => version.datasetNo)) {
    const changed: ChangedVersion[] = []
    for (const version of stored) {
      await removeFromVersion(olap, version, { forms, number, applied })
      // Counted rather than subtracted: an attempt that was cut short may have removed them.
      const rows = await countRows(olap, leadTable(datasetNo, version.version))
      if (version.isServing) leads += version.rows - rows
      if (rows !== version.rows) changed.push({ ...version, rows })
    }
    files += await withdrawFiles({ db, olap }, { datasetNo, applied, now: clock.now() })
    if (changed.length > 0) await storeRows(db, datasetNo, changed)
  }
  await db
    .update(optOutState)
    .set({ applied: sql`greatest(${optOutState.applied}, ${number}::bigint)` })
    .where(eq(optOutState.id, 1))
  return { leads, files }
}

/** Every version that is stored, the serving ones marked. */
export async function listStoredVersions(db: Database): Promise<StoredVersion[]> {
  const rows = await db
    .select({
      dictId: datasets.dictId,
      datasetNo: datasets.datasetNo,
      serving: datasets.currentVersion,
      version: datasetVersions.version,
      columns: datasetVersions.columns,
      rows: datasetVersions.rows,
    })
    .from(datasets)
    .innerJoin(datasetVersions, eq(datasetVersions.dictId, datasets.dictId))
  return rows.map(({ serving, ...row }) => ({ ...row, isServing: row.version === serving }))
}

/** Answers about a version are cached under its dataset's revision: those from before are not found any more. */
async function storeRows(db: Database, datasetNo: number, changed: readonly ChangedVersion[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { dictId, version, rows } of changed)
      await tx
        .update(datasetVersions)
        .set({ rows })
        .where(and(eq(datasetVersions.dictId, dictId), eq(datasetVersions.version, version)))
    await tx
      .update(datasets)
      .set({ revision: sql`${datasets.revision} + 1` })
      .where(eq(datasets.datasetNo, datasetNo))
  })
}
