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
  /** In the order of the answer. */
  readonly alerts: readonly Alert[]
  readonly sql: string
  readonly params: Params
}

/** Where the scans of one import read. */
export type ChangedRows = {
  /** A table of the leads that were added or changed since then, as they are now. */
  readonly now: string
  /** The same leads as they were, where they were there and their version is kept. */
  readonly before: string | undefined
}

type Conditions = { readonly now: string; readonly before: string | undefined }

const conditionsOf = (watched: Watched<unknown>, binder: Binder): Conditions => {
  const of = (plan: SearchPlan) => `toUInt8(${conditionOf(plan, topLevel(plan.query), binder)})`
  return { now: of(watched.now), before: watched.before && of(watched.before) }
}

/**
 * The statements that evaluate many searches over the leads that were added or changed since a version, and over no
 * others: of each search, the leads that it finds now and did not find then. A lead that stayed as it was cannot have
 * come into a result. Each answers with one row: of each search, in their order, the count and the first ids.
 */
export function* scansOf<Alert>(
  watched: readonly Watched<Alert>[],
  rows: ChangedRows,
): Generator<Scan<Alert>> {
  let binder = openBinder()
  let taken: { readonly alert: Alert; readonly conditions: Conditions }[] = []
  let length = 0
  for (const one of watched) {
    const conditions = conditionsOf(one, binder)
    taken.push({ alert: one.alert, conditions })
    length += conditions.now.length + (conditions.before?.length ?? 0)
    if (taken.length < alertLimits.inScan && length < alertLimits.statement) continue
    yield scanOf(taken, rows, binder)
    ;[binder, taken, length] = [openBinder(), [], 0]
  }
  if (taken.length > 0) yield scanOf(taken, rows, binder)
}

/**
 * Of each search two sets of ids, which the engine subtracts. An array of all answers for each lead, which was here
 * before, cost ten times as much.
 */
function scanOf<Alert>(
  taken: readonly { readonly alert: Alert; readonly conditions: Conditions }[],
  { now, before }: ChangedRows,
  binder: Binder,
): Scan<Alert> {
  const setsOf = (kind: keyof Conditions, prefix: string) =>
    taken
      .map(({ conditions }, i) => `groupBitmapStateIf(lead_id, ${conditions[kind] ?? '0'}) AS ${prefix}${i}`)
      .join(', ')
  const from = before
    ? `(SELECT ${setsOf('now', 'n')} FROM ${now}) AS found CROSS JOIN (SELECT ${setsOf('before', 'b')} FROM ${before}) AS former`
    : `(SELECT ${setsOf('now', 'n')} FROM ${now}) AS found`
  const news = taken.map((_, i) => (before ? `bitmapAndnot(n${i}, b${i})` : `n${i}`))
  const firstOf = (set: string) =>
    `arrayMap(id -> toString(id), arraySort(bitmapToArray(bitmapSubsetLimit(${set}, toUInt64(0), toUInt64(${alertLimits.leadsNamed})))))`
  const sql = `SELECT [${news.map((set) => `toUInt64(bitmapCardinality(${set}))`).join(', ')}] AS leads,
      [${news.map(firstOf).join(', ')}] AS ids FROM ${from}`
  return { alerts: taken.map(({ alert }) => alert), sql, params: binder.params }
}
