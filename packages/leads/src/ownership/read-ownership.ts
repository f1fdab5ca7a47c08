import type { Olap } from '@freeor/clickhouse/olap'
import { openLimiter } from '@freeor/kernel/limiter'
import { leadsLimits } from '../limits.ts'
import { catchUp, prepareOwnership } from './commands.ts'
import type { OwnedOf, Ownership } from './owned-leads.ts'
import type { OwnershipDeps } from './ports.ts'
import { readReadyNo } from './queries.ts'

/** By engine: up to which file each company's owned leads are known to stand in it. */
const known = new WeakMap<Olap, Map<string, number>>()
const MOST_KNOWN = 20_000
const catchUps = openLimiter(leadsLimits.catchUps)

/** What a company owns now, with the engine's tables brought to it: statements may be asked about it from here on. */
export async function readOwnership(deps: OwnershipDeps, of: OwnedOf): Promise<Ownership> {
  await prepareOwnership(deps.olap)
  const ownership = await readReadyNo(deps.db, of)
  const memory = known.get(deps.olap) ?? new Map<string, number>()
  known.set(deps.olap, memory)
  const key = `${of.companyId}/${of.datasetNo}`
  const isKnown = () => (memory.get(key) ?? 0) >= ownership.readyNo
  if (isKnown()) return ownership
  await catchUps.run({ key }, async () => {
    if (isKnown()) return
    await catchUp(deps, ownership)
    if (memory.size >= MOST_KNOWN) memory.clear()
    memory.set(key, ownership.readyNo)
  })
  return ownership
}
