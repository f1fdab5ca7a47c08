import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import { gt, min } from 'drizzle-orm'
import { listStoredVersions } from './apply-opt-outs.ts'
import { copyOptOuts } from './copy-entries.ts'
import { type OptOutState, readOptOutState } from './queries.ts'
import { countOptedOut } from './remove-leads.ts'
import { optOuts } from './tables.ts'

export type OptOutViolation = { readonly invariant: 'I25'; readonly id: string; readonly detail: string }

type Deps = { readonly db: Database; readonly olap: Olap; readonly clock: Clock }

/** A removal whose process ended is taken up by a job every minute. */
const LATE_MS = 60 * 60_000

/** I25: nobody who opted out is in a stored version, but for an hour at most. */
export async function checkOptOuts(deps: Deps): Promise<OptOutViolation[]> {
  const before = await readOptOutState(deps.db)
  if (before.applied < before.number) return await checkLate(deps, before)
  const forms = await copyOptOuts(deps, before.applied)
  const violations: OptOutViolation[] = []
  for (const version of await listStoredVersions(deps.db)) {
    const leads = await countOptedOut(deps.olap, version, forms)
    const id = `${version.dictId} v${version.version}`
    if (leads > 0) violations.push({ invariant: 'I25', id, detail: `${leads} leads of it have opted out` })
  }
  // Somebody who was added meanwhile is removed by whoever added them.
  const after = await readOptOutState(deps.db)
  return after.number === before.number ? violations : []
}

async function checkLate({ db, clock }: Deps, { number, applied }: OptOutState): Promise<OptOutViolation[]> {
  const [oldest] = await db
    .select({ addedAt: min(optOuts.createdAt) })
    .from(optOuts)
    .where(gt(optOuts.number, applied))
  const late = clock.now().getTime() - (oldest?.addedAt?.getTime() ?? clock.now().getTime())
  if (late < LATE_MS) return []
  return [{ invariant: 'I25', id: 'opt-outs', detail: `${applied} of ${number} additions are applied` }]
}
