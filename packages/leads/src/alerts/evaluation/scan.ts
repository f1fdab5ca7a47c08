import { leadTable } from '../../dictionaries/lead-table.ts'
import { topLevel } from '../../query/ast.ts'
import { type Binder, openBinder, type Params } from '../../query/binder.ts'
import { conditionOf, type SearchPlan } from '../../search/plan-search.ts'
import { alertLimits } from '../limits.ts'

/** A search as its new version has it, and as the version that was compared last had it. */
export type Watched<Alert> = {
  readonly alert: Alert
  readonly now: SearchPlan
  /** Undefined where it could not be run then: nothing matched. */
  readonly before: SearchPlan | undefined
}

export type Scan<Alert> = {
  /** In the order of the numbers that the answer gives them, from 1. */
  readonly alerts: readonly Alert[]
  readonly sql: string
  readonly params: Params
}

export type Versions = {
  readonly datasetNo: number
  readonly version: number
  /** The version that was compared last. */
  readonly since: number
  /** Whether its table is kept: without it only leads that were first seen since then are known to be new. */
  readonly isKept: boolean
}

type Conditions = { readonly now: string; readonly before: string }

const conditionsOf = (watched: Watched<unknown>, binder: Binder): Conditions => {
  const of = (plan: SearchPlan) => `toUInt8(${conditionOf(plan, topLevel(plan.query), binder)})`
  return { now: of(watched.now), before: watched.before ? of(watched.before) : '0' }
}

/**
 * The statements that evaluate many searches over the leads that were added or changed since a version, and over no
 * others: of each search, the leads that it finds now and did not find then. A lead that stayed as it was cannot have
 * come into a result.
 */
export function* scansOf<Alert>(
  watched: readonly Watched<Alert>[],
  versions: Versions,
): Generator<Scan<Alert>> {
  let binder = openBinder()
  let taken: { readonly alert: Alert; readonly conditions: Conditions }[] = []
  let length = 0
  for (const one of watched) {
    const conditions = conditionsOf(one, binder)
    taken.push({ alert: one.alert, conditions })
    length += conditions.now.length + conditions.before.length
    if (taken.length < alertLimits.inScan && length < alertLimits.statement) continue
    yield scanOf(taken, versions, binder)
    ;[binder, taken, length] = [openBinder(), [], 0]
  }
  if (taken.length > 0) yield scanOf(taken, versions, binder)
}

function scanOf<Alert>(
  taken: readonly { readonly alert: Alert; readonly conditions: Conditions }[],
  { datasetNo, version, since, isKept }: Versions,
  binder: Binder,
): Scan<Alert> {
  const table = leadTable(datasetNo, version)
  const after = binder.bind('UInt32', since)
  const isNews = isKept ? `changed > ${after}` : `first_seen > ${after}`
  const held = (kind: keyof Conditions) => `[${taken.map(({ conditions }) => conditions[kind]).join(', ')}]`
  const found = `SELECT lead_id, ${held('now')} AS held FROM ${table} WHERE ${isNews}`
  const numbers = `range(1, ${taken.length + 1})`
  const news = isKept
    ? `SELECT found.lead_id AS lead_id,
        arrayJoin(arrayFilter(i -> found.held[i] = 1 AND former.held[i] = 0, ${numbers})) AS alert
      FROM (${found}) AS found
      LEFT JOIN (SELECT lead_id, ${held('before')} AS held FROM ${leadTable(datasetNo, since)}
        WHERE lead_id IN (SELECT lead_id FROM ${table} WHERE ${isNews})) AS former
      ON former.lead_id = found.lead_id`
    : `SELECT lead_id, arrayJoin(arrayFilter(i -> held[i] = 1, ${numbers})) AS alert FROM (${found})`
  const sql = `SELECT alert, count() AS leads,
      arrayMap(id -> toString(id), groupArraySorted(${alertLimits.leadsNamed})(lead_id)) AS ids
    FROM (${news}) GROUP BY alert ORDER BY alert`
  return { alerts: taken.map(({ alert }) => alert), sql, params: binder.params }
}
