import { can } from '@freeor/accounts/policy'
import { findMemberScope } from '@freeor/accounts/scope'
import type { Olap } from '@freeor/clickhouse/olap'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { findDataset } from '../../dictionaries/queries.ts'
import { datasets } from '../../dictionaries/tables.ts'
import { savedSearches } from '../../saved-searches/tables.ts'
import { planSearch, type SearchPlan } from '../../search/plan-search.ts'
import type { SearchDataset } from '../../search/ports.ts'
import { tellWebhooks } from '../../webhooks/events/commands.ts'
import { alertLimits } from '../limits.ts'
import type { AlertDeps } from '../ports.ts'
import { alertHits, searchAlerts } from '../tables.ts'
import { type Versions, withChangedRows } from './copy-changed-rows.ts'
import { type Scan, scansOf, type Watched } from './scan.ts'

type EvaluationDeps = Pick<AlertDeps, 'db' | 'search' | 'clock'> & { readonly olap: Olap }

type Alert = {
  readonly searchId: string
  readonly userId: string
  readonly companyId: string
  readonly filter: string
  readonly dslFilter: string
  /** Of the search, and the company that sees it. */
  readonly ownerId: string
  readonly visibleToCompanyId: string | null
  readonly searchName: string
  readonly dictId: string
}

type Group = { readonly dictId: string; readonly since: number }

/**
 * Evaluates every alert whose dataset has a newer version than the one that was compared last, over the leads that were
 * added or changed since then. What came in is remembered until it is mailed. Two servers may do so at once: an alert
 * goes forward from a version once.
 * @throws AggregateError when some of the datasets failed; the others are done
 */
export async function evaluateAlerts(deps: EvaluationDeps, signal?: AbortSignal): Promise<void> {
  const groups: Group[] = await deps.db
    .selectDistinct({ dictId: savedSearches.dictId, since: searchAlerts.evaluatedVersion })
    .from(searchAlerts)
    .innerJoin(savedSearches, eq(savedSearches.id, searchAlerts.searchId))
    .innerJoin(datasets, eq(datasets.dictId, savedSearches.dictId))
    .where(lt(searchAlerts.evaluatedVersion, datasets.currentVersion))
  throwFailures(
    await doEach(
      groups,
      ({ dictId, since }) => `${dictId} since v${since}`,
      async (group) => await evaluateGroup(deps, group, signal),
    ),
  )
}

async function evaluateGroup(deps: EvaluationDeps, group: Group, signal?: AbortSignal): Promise<void> {
  const dataset = await findDataset(deps.db, group.dictId)
  if (!dataset) return
  const former = await findDataset(deps.db, group.dictId, group.since)
  const { dictionary, datasetNo } = dataset
  const versions: Versions = {
    ...{ datasetNo, version: dictionary.version, since: group.since },
    isKept: dictionary.versions.some(({ version }) => version === group.since),
  }
  const alerts = await listAlertsOf(deps.db, group)
  const watched = await watch(deps, alerts, { dataset, former, versions })
  const isWatched = new Set(watched.map(({ alert }) => alert))
  if (watched.length > 0)
    await withChangedRows(deps.olap, versions, async (rows) => {
      for (const scan of scansOf(watched, rows)) {
        signal?.throwIfAborted()
        await keepHits(deps, scan, versions)
      }
    })
  // Those that cannot be run go forward too: what they would have found then is not told later.
  const rest = alerts.filter((alert) => !isWatched.has(alert))
  await goForward(deps.db, rest, versions)
}

async function listAlertsOf(tx: Tx, { dictId, since }: Group): Promise<Alert[]> {
  const { filter, dslFilter, userId: ownerId, visibleToCompanyId, searchName } = savedSearches
  const { searchId, userId, companyId } = searchAlerts
  return await tx
    .select({
      ...{ searchId, userId, companyId, filter, dslFilter, ownerId, visibleToCompanyId, searchName },
      dictId: savedSearches.dictId,
    })
    .from(searchAlerts)
    .innerJoin(savedSearches, eq(savedSearches.id, searchId))
    .where(
      and(
        eq(savedSearches.dictId, dictId),
        isNull(savedSearches.deletedAt),
        eq(searchAlerts.evaluatedVersion, since),
      ),
    )
}

type Datasets = {
  readonly dataset: SearchDataset
  readonly former: SearchDataset | undefined
  readonly versions: Versions
}

/** The alerts that can be run, with their plans: of members who may search, on searches that they still see. */
async function watch(
  deps: EvaluationDeps,
  alerts: readonly Alert[],
  { dataset, former, versions }: Datasets,
): Promise<Watched<Alert>[]> {
  const scopes = openScopes(deps.db)
  const watched: Watched<Alert>[] = []
  for (const alert of alerts) {
    const scope = await scopes(alert.userId, alert.companyId)
    if (!scope || !(await isSeen(scopes, alert))) continue
    const { filter, dslFilter } = alert
    const plan = async (of: SearchDataset, asOf?: number) =>
      await tryPlan(deps, scope, { dataset: of, texts: { filter, dslFilter, q: '' }, asOf })
    const now = await plan(dataset)
    if (!now) continue
    const before = former && versions.isKept ? await plan(former, versions.since) : undefined
    watched.push({ alert, now, before })
  }
  return watched
}

/** Each member's scope, read once. */
function openScopes(tx: Tx) {
  const known = new Map<string, Promise<CompanyScope | undefined>>()
  return (userId: string, companyId: string): Promise<CompanyScope | undefined> => {
    const key = `${userId} ${companyId}`
    const scope =
      known.get(key) ??
      findMemberScope(tx, { userId, companyId }).then((found) =>
        found && can(found.role, 'search') ? found : undefined,
      )
    known.set(key, scope)
    return scope
  }
}

/** A search of one's own, or one that its owner, a member now, lets the company see. */
async function isSeen(scopes: ReturnType<typeof openScopes>, alert: Alert): Promise<boolean> {
  const { userId, ownerId, companyId, visibleToCompanyId } = alert
  if (ownerId === userId) return true
  return visibleToCompanyId === companyId && (await scopes(ownerId, companyId)) !== undefined
}

type Planning = {
  readonly dataset: SearchDataset
  readonly texts: { readonly filter: string; readonly dslFilter: string; readonly q: string }
  readonly asOf: number | undefined
}

/** Undefined for a search that the version cannot answer, and for one of leads that are gone, which none comes into. */
async function tryPlan(
  { search }: EvaluationDeps,
  scope: CompanyScope,
  { dataset, texts, asOf }: Planning,
): Promise<SearchPlan | undefined> {
  try {
    const plan = await planSearch(search, scope, dataset, { ...texts, ...(asOf !== undefined && { asOf }) })
    return plan.gone ? undefined : plan
  } catch (error) {
    if (error instanceof AppError && ['invalid_query', 'gone'].includes(error.code)) return undefined
    throw error
  }
}

const hitsRow = z.object({ leads: z.array(z.coerce.number()), ids: z.array(z.array(z.string())) })

async function keepHits(
  { db, search, clock }: EvaluationDeps,
  { alerts, sql: statement, params }: Scan<Alert>,
  versions: Versions,
): Promise<void> {
  const [row] = await search.statements.run({}, () =>
    search.olap.ask({ sql: statement, params, row: hitsRow, caps: alertLimits.caps }),
  )
  if (!row) throw new Error('The scan of the alerts has no answer')
  const now = clock.now()
  await db.transaction(async (tx) => {
    // Of those that another server has gone forward with, its hits are there.
    const gone = await goForward(tx, alerts, versions)
    const hits = alerts.flatMap((alert, i) => {
      const [leads = 0, leadIds = []] = [row.leads[i], row.ids[i]]
      return leads > 0 && gone.has(keyOf(alert)) ? [{ alert, version: versions.version, leads, leadIds }] : []
    })
    if (hits.length === 0) return
    const rows = hits.map(({ alert: { searchId, userId }, ...found }) => ({ searchId, userId, ...found }))
    await tx.insert(alertHits).values(rows)
    for (const { alert, ...found } of hits) await tellFound(tx, alert, { ...found, now })
  })
}

type Found = {
  readonly version: number
  readonly leads: number
  readonly leadIds: readonly string[]
  readonly now: Date
}

/** A search that the company does not see is its owner's own business: only those it sees are told of. */
async function tellFound(tx: Tx, alert: Alert, { now, ...found }: Found): Promise<void> {
  const { companyId, searchId, searchName, dictId } = alert
  if (alert.visibleToCompanyId !== companyId) return
  const data = { searchId, searchName, dictId, ...found }
  await tellWebhooks(tx, { companyId, event: { type: 'alert.found', data }, now })
}

const keyOf = ({ searchId, userId }: Pick<Alert, 'searchId' | 'userId'>): string => `${searchId} ${userId}`

/** @returns the keys of those for which it was still to be done */
async function goForward(
  tx: Tx,
  alerts: readonly Alert[],
  { since, version }: Versions,
): Promise<ReadonlySet<string>> {
  const searchIds = sql.param(alerts.map(({ searchId }) => searchId))
  const userIds = sql.param(alerts.map(({ userId }) => userId))
  const done = await tx
    .update(searchAlerts)
    .set({ evaluatedVersion: version })
    .where(
      and(
        sql`(${searchAlerts.searchId}, ${searchAlerts.userId}) IN (SELECT * FROM unnest(${searchIds}::text[], ${userIds}::text[]))`,
        eq(searchAlerts.evaluatedVersion, since),
      ),
    )
    .returning({ searchId: searchAlerts.searchId, userId: searchAlerts.userId })
  return new Set(done.map(keyOf))
}
