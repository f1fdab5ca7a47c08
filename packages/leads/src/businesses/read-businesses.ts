import type { Olap } from '@freeor/clickhouse/olap'
import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { datasets } from '../dictionaries/tables.ts'
import { leadsCaches } from '../limits.ts'
import { businessTable } from './business-tables.ts'

/** Leads that are one business, as the version found them that serves; `leads` of them. */
export type Businesses = { readonly datasetNo: number; readonly version: number; readonly leads: number }

const storedRow = z.object({ leads: z.coerce.number() })

/** How many leads of a version are a business with others; undefined for one that was written before that was known. */
export async function countStored(
  olap: Pick<Olap, 'ask'>,
  datasetNo: number,
  version: number,
): Promise<number | undefined> {
  const [found] = await olap.ask({
    sql: `SELECT total_rows AS leads FROM system.tables WHERE database = 'freeor' AND name = {name:String}`,
    params: { name: businessTable(datasetNo, version).replace('freeor.', '') },
    pool: 'writer',
    row: storedRow,
  })
  return found?.leads
}

/** A version that serves is never written again. */
const countsOf = cachePerOwner<Pick<Olap, 'ask'>, number, []>(() => new Cache<number>(leadsCaches.businesses))

/** The businesses that count now: what two leads were found to be does not depend on which version is searched. */
export async function readBusinesses(
  { db, olap }: { readonly db: Tx; readonly olap: Pick<Olap, 'ask'> },
  datasetNo: number,
): Promise<Businesses> {
  const [dataset] = await db
    .select({ version: datasets.currentVersion })
    .from(datasets)
    .where(eq(datasets.datasetNo, datasetNo))
  const version = dataset?.version ?? 0
  if (version === 0) return { datasetNo, version, leads: 0 }
  const count = async () => (await countStored(olap, datasetNo, version)) ?? 0
  return { datasetNo, version, leads: await countsOf(olap).load(`${datasetNo}/${version}`, count) }
}
