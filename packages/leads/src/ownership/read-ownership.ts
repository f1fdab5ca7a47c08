import type { Olap } from '@freeor/clickhouse/olap'
import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import { openLimiter } from '@freeor/kernel/limiter'
import { leadsCaches, leadsLimits } from '../limits.ts'
import { catchUp, prepareOwnership } from './commands.ts'
import type { OwnedOf, Ownership } from './owned-leads.ts'
import type { OwnershipDeps } from './ports.ts'
import { readReadyNo } from './queries.ts'

/** The number of the last file of each company that is known to be in an engine. */
const knownOf = cachePerOwner<Olap, number, []>(() => new Cache<number>(leadsCaches.ownership))
const catchUps = openLimiter(leadsLimits.catchUps)

/** What a company owns now, after the engine's tables are brought up to it: statements about it may follow. */
export async function readOwnership(deps: OwnershipDeps, of: OwnedOf): Promise<Ownership> {
  await prepareOwnership(deps.olap)
  const ownership = await readReadyNo(deps.db, of)
  const known = knownOf(deps.olap)
  const key = `${of.companyId}/${of.datasetNo}`
  const isKnown = () => (known.get(key) ?? 0) >= ownership.readyNo
  if (isKnown()) return ownership
  await catchUps.run({ key }, async () => {
    if (isKnown()) return
    await catchUp(deps, ownership)
    known.set(key, ownership.readyNo)
  })
  return ownership
}
