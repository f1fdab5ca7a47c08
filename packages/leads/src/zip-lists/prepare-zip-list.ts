import { Readable } from 'node:stream'
import type { Olap } from '@freeor/clickhouse/olap'
import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { leadsCaches } from '../limits.ts'
import { createZipListTable, zipListTable } from '../query/zip-list-table.ts'
import { findZipList } from './queries.ts'
import { zipLists } from './tables.ts'

type Deps = { readonly db: Tx; readonly olap: Olap }

/** The lists that are known to be in an engine. */
const filledOf = cachePerOwner<Olap, true, []>(() => new Cache<true>(leadsCaches.zipLists))

/**
 * Whether the company has this list. If it has, its codes are in the engine from now on: a list never changes, so the
 * first search that needs it copies it, once.
 */
export async function prepareZipList({ db, olap }: Deps, scope: CompanyScope, id: string): Promise<boolean> {
  const list = await findZipList(db, scope, id)
  if (!list) return false
  const filled = filledOf(olap)
  if (filled.get(id)) return true
  await olap.write(createZipListTable)
  if ((await countStored(olap, id)) !== list.count) await fill({ db, olap }, id)
  filled.set(id, true)
  return true
}

const countRow = z.object({ zips: z.coerce.number() })

async function countStored(olap: Olap, id: string): Promise<number> {
  const [row] = await olap.ask({
    sql: `SELECT uniqExact(zip) AS zips FROM ${zipListTable} WHERE list_id = {id:String}`,
    params: { id },
    row: countRow,
  })
  return row?.zips ?? 0
}

/**
 * Copying it twice at the same time does no harm: it is a set. The codes are read and sent as one text, which is
 * cheapest.
 */
async function fill({ db, olap }: Deps, id: string): Promise<void> {
  const [list] = await db
    .select({ lines: sql<string>`array_to_string(${zipLists.zips}, E'\\n')` })
    .from(zipLists)
    .where(eq(zipLists.id, id))
  if (!list) throw new AppError('not_found', 'This uploaded ZIP list is no longer there')
  await olap.insert({
    sql: `INSERT INTO ${zipListTable} (list_id, zip) SELECT {id:String}, zip FROM input('zip String')`,
    format: 'TabSeparated',
    params: { id },
    body: Readable.from([Buffer.from(`${list.lines}\n`)]),
  })
}

const idRow = z.object({ id: z.string() })
const IDS_A_LOOK = 1_000

/** Removes the codes of deleted lists from the engine; for a daily job. @returns how many lists */
export async function sweepZipLists({ db, olap }: Deps): Promise<number> {
  await olap.write(createZipListTable)
  let swept = 0
  let after = ''
  for (;;) {
    const found = await olap.ask({
      sql: `SELECT DISTINCT list_id AS id FROM ${zipListTable} WHERE list_id > {after:String}
        ORDER BY list_id LIMIT ${IDS_A_LOOK}`,
      params: { after },
      row: idRow,
    })
    const ids = found.map(({ id }) => id)
    const last = ids.at(-1)
    if (last === undefined) return swept
    after = last
    const kept = await db.select({ id: zipLists.id }).from(zipLists).where(inArray(zipLists.id, ids))
    const keptIds = new Set(kept.map(({ id }) => id))
    const gone = ids.filter((id) => !keptIds.has(id))
    if (gone.length > 0)
      await olap.write(`DELETE FROM ${zipListTable} WHERE list_id IN {gone:Array(String)}`, { gone })
    swept += gone.length
  }
}
