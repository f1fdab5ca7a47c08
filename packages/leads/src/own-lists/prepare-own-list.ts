import type { Olap } from '@freeor/clickhouse/olap'
import { onceAnEngine } from '@freeor/clickhouse/once-an-engine'
import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import { openLimiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { leadsCaches, leadsLimits } from '../limits.ts'
import type { MatchedVersion } from '../suppression/find-meant-leads.ts'
import { createOwnListTables } from './own-list-tables.ts'
import type { OwnListDeps } from './ports.ts'
import { findOwnList } from './queries.ts'
import { findMatchKey, writeMatches } from './write-matches.ts'

/** Makes the engine's tables of companies' own lists, once a process. */
export const prepareOwnListTables = onceAnEngine(async (olap) => {
  for (const sql of createOwnListTables) await olap.write(sql)
})

/** The keys of matches that the engine is known to have. */
const knownOf = cachePerOwner<Olap, string, []>(() => new Cache<string>(leadsCaches.ownLists))
const matching = openLimiter(leadsLimits.ownListMatches)

/**
 * The key under which the engine has the leads that a list of the company matches in a version. The first who asks
 * waits until they are found; undefined where the company has no such list, or it was deleted or has expired.
 */
export async function prepareOwnList(
  { db, olap, clock }: OwnListDeps & { readonly db: Tx },
  scope: CompanyScope,
  { id, version }: { id: string; version: MatchedVersion },
): Promise<string | undefined> {
  const list = await findOwnList({ db, clock }, scope, id)
  if (!list) return undefined
  const of = `${id}/${list.matchNo}/${version.datasetNo}/${version.version}`
  const known = knownOf(olap)
  const found = known.get(of)
  if (found !== undefined) return found
  await prepareOwnListTables(olap)
  return await matching.run({ key: of }, async () => {
    const key =
      known.get(of) ?? (await findMatchKey(olap, list, version)) ?? (await writeMatches(olap, list, version))
    known.set(of, key)
    return key
  })
}
