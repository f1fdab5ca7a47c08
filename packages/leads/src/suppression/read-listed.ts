import type { Olap } from '@freeor/clickhouse/olap'
import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import { openLimiter } from '@freeor/kernel/limiter'
import type { Tx } from '@freeor/postgres/database'
import { leadsCaches, leadsLimits } from '../limits.ts'
import { findStored, type MatchedVersion, storeSuppressed } from './find-meant-leads.ts'
import { prepareSuppressionTables } from './prepare-tables.ts'
import { listApplied } from './queries.ts'
import type { Listed } from './suppressed-leads.ts'

type Deps = { readonly db: Tx; readonly olap: Olap }

/** How many leads of a version each list means, where the engine is known to have them. */
const knownOf = cachePerOwner<Olap, number, []>(() => new Cache<number>(leadsCaches.suppressed))
const matching = openLimiter(leadsLimits.matching)

/**
 * The leads of a version that the company's applied lists mean, after the engine has them: a list that was applied to
 * the version before is applied to a new one by the first who asks.
 */
export async function readListed(deps: Deps, companyId: string, version: MatchedVersion): Promise<Listed> {
  const lists = await listApplied(deps.db, companyId)
  const { datasetNo } = version
  const of = { lists: lists.map(({ id }) => id), datasetNo, version: version.version }
  if (lists.length === 0) return { ...of, leads: 0 }
  await prepareSuppressionTables(deps.olap)
  const known = knownOf(deps.olap)
  let leads = 0
  for (const list of lists) {
    const key = `${list.id}/${datasetNo}/${version.version}`
    const count = async () => {
      const found = known.get(key) ?? (await findStored(deps.olap, list.id, version))
      const stored = found ?? (await storeSuppressed(deps.olap, list, version))
      known.set(key, stored)
      return stored
    }
    leads += known.get(key) ?? (await matching.run({ key }, count))
  }
  return { ...of, leads }
}
