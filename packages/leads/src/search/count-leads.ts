import { searchTooWide } from '@freeor/clickhouse/olap-error'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { clausesOf, type Node, topLevel } from '../query/ast.ts'
import { type Binder, openBinder } from '../query/binder.ts'
import { checkQuery } from '../query/check-query.ts'
import { compileNode, compileSteps } from '../query/compile-query.ts'
import { printNode } from '../query/print-query.ts'
import { QueryError } from '../query/query-error.ts'
import { filterClauses, joined, type Steps } from '../query/steps.ts'
import { askVersion } from './ask-version.ts'
import { conditionOf, filterOf, type SearchPlan } from './plan-search.ts'
import type { SearchDeps } from './ports.ts'

export type Counts = { count: number; unplaced: number; dropOne: { text: string; count: number }[] }
type Asking = Pick<SearchDeps, 'olap' | 'statements'>

const countRow = z.object({ part: z.coerce.number(), counts: z.array(z.coerce.number()) })

/** Only the exact count: the fastest answer there is. */
export async function countLeads(asking: Asking, plan: SearchPlan, signal?: AbortSignal): Promise<number> {
  const binder = openBinder()
  const filter = filterOf(plan, topLevel(plan.query), binder)
  const table = leadTable(plan.datasetNo, plan.rowsVersion)
  const select = `SELECT 0 AS part, [count()] AS counts FROM ${table} ${filter}`
  const [row] = await askVersion(
    asking,
    { revision: plan.revision, sql: select, params: binder.params, row: countRow },
    signal,
  )
  return row?.counts[0] ?? 0
}

/**
 * The exact count, and the count without each of the top-level parts.
 * @param withUnplaced also how many have no place (otherwise 0), which costs another column
 */
export async function countWithDrops(
  asking: Asking,
  plan: SearchPlan,
  withUnplaced: boolean,
  signal?: AbortSignal,
): Promise<Counts> {
  const parts = topLevel(plan.query)
  const binder = openBinder()
  const read: Reading = { plan, parts, withUnplaced }
  const { selects, sql } = statementOf(read, binder)
  const rows = await askVersion(
    asking,
    { revision: plan.revision, sql, params: binder.params, row: countRow },
    signal,
  )
  const counts = new Map<Node | 'count' | 'unplaced', number>()
  for (const { part, counts: found } of rows) {
    for (const [i, name] of (selects[part]?.names ?? []).entries()) counts.set(name, found[i] ?? 0)
  }
  const all: readonly Node[] = plan.gone ? [...parts, plan.gone] : parts
  return {
    count: counts.get('count') ?? 0,
    unplaced: counts.get('unplaced') ?? 0,
    dropOne: all.map((part) => ({
      text: printNode(part),
      // Without its only part a search matches every lead.
      count: counts.get(part) ?? plan.total,
    })),
  }
}

/**
 * Each count without a part repeats all others. The engine reads a long statement for seconds, during which no cap
 * holds and only the end of its process can cancel it.
 */
const LONGEST_STATEMENT = 65_536

function statementOf(read: Reading, binder: Binder): { selects: CountSelect[]; sql: string } {
  const selects = read.plan.gone ? goneSelects(read, binder) : dropSelects(read, binder)
  const sql = selects.map((select) => select.sql).join(' UNION ALL ')
  if (sql.length <= LONGEST_STATEMENT) return { selects, sql }
  if (read.plan.gone) throw searchTooWide()
  const sum = sumSelect(read, binder)
  return { selects: [sum], sql: sum.sql }
}

/**
 * Evaluates each part once: a lead that matches all parts but one counts for the search without that one. Uses no
 * index.
 */
function sumSelect({ plan, parts, withUnplaced }: Reading, binder: Binder): CountSelect {
  const held = parts.map((part, i) => `${compileNode(part, plan.context, binder)} AS h${i}`)
  const sum = parts.map((_, i) => `toUInt16(h${i})`).join(' + ')
  const all = `held = ${parts.length}`
  const columns = [
    `countIf(${all})`,
    ...(withUnplaced ? [`countIf(${all} AND isNaN(p_lat))`] : []),
    ...parts.map((_, i) => `countIf(held - h${i} = ${parts.length - 1})`),
  ]
  return {
    sql: `SELECT 0 AS part, [${columns.join(', ')}] AS counts FROM (SELECT *, ${sum} AS held
      FROM (SELECT p_lat, ${held.join(', ')} FROM ${leadTable(plan.datasetNo, plan.rowsVersion)}))`,
    names: ['count', ...(withUnplaced ? (['unplaced'] as const) : []), ...parts],
  }
}

type Reading = { plan: SearchPlan; parts: readonly Node[]; withUnplaced: boolean }
type CountSelect = { sql: string; names: (Node | 'count' | 'unplaced')[] }

/**
 * One scan with the parts that an index answers, counting with and without each of the other parts; and for each
 * indexed part one scan without it. So no part is evaluated on more leads than the search without one part has to read.
 */
function dropSelects({ plan, parts, withUnplaced }: Reading, binder: Binder): CountSelect[] {
  const table = leadTable(plan.datasetNo, plan.rowsVersion)
  const compiled = new Map(parts.map((part) => [part, compileSteps(part, plan.context, binder)]))
  const stepsOf = (some: readonly Node[]): Steps[] => some.flatMap((part) => compiled.get(part) ?? [])
  const all = (some: readonly Node[]): string => stepsOf(some).map(joined).join(' AND ') || '1'
  const indexed = parts.length === 1 ? [...parts] : parts.filter(isIndexed)
  const others = parts.filter((part) => !indexed.includes(part))
  const without = (part: Node): Node[] => others.filter((other) => other !== part)
  const drops = parts.length === 1 ? [] : others
  const columns = [
    `countIf(${all(others)})`,
    ...(withUnplaced ? [`countIf(${all(others)} AND isNaN(p_lat))`] : []),
    ...drops.map((part) => `countIf(${all(without(part))})`),
  ]
  const main: CountSelect = {
    sql: `SELECT 0 AS part, [${columns.join(', ')}] AS counts FROM ${table} ${filterClauses(stepsOf(indexed))}`,
    names: ['count', ...(withUnplaced ? (['unplaced'] as const) : []), ...drops],
  }
  if (parts.length === 1) return [main]
  const rest = indexed.map(
    (part, i): CountSelect => ({
      sql: `SELECT ${i + 1} AS part, [count()] AS counts FROM ${table} ${filterClauses(stepsOf(parts.filter((one) => one !== part)))}`,
      names: [part],
    }),
  )
  return [main, ...rest]
}

/** The lookup of leads that are gone depends on all the rest, so each count is a separate scan. */
function goneSelects({ plan, parts }: Reading, binder: Binder): CountSelect[] {
  const before = leadTable(plan.datasetNo, plan.rowsVersion)
  const here = leadTable(plan.datasetNo, plan.dataVersion)
  const main: CountSelect = {
    sql: `SELECT 0 AS part, [count(), countIf(isNaN(p_lat))] AS counts FROM ${before} WHERE ${conditionOf(plan, parts, binder)}`,
    names: ['count', 'unplaced'],
  }
  const drops = parts.map((part, i): CountSelect => {
    const rest = conditionOf(
      plan,
      parts.filter((one) => one !== part),
      binder,
    )
    return { sql: `SELECT ${i + 1} AS part, [count()] AS counts FROM ${before} WHERE ${rest}`, names: [part] }
  })
  const present = canAskHere(plan)
    ? conditionOf(
        {
          ...plan,
          gone: undefined,
          context: { ...plan.context, columns: plan.askedColumns, marks: plan.askedMarks },
        },
        parts,
        binder,
      )
    : '0'
  const withoutGone: CountSelect = {
    sql: `SELECT ${parts.length + 1} AS part, [count()] AS counts FROM ${here} WHERE ${present}`,
    names: plan.gone ? [plan.gone] : [],
  }
  return [main, ...drops, withoutGone]
}

/**
 * Without `gone:` the rest is searched in the present version, which may lack one of its columns: then no lead matches.
 */
function canAskHere({ query, askedColumns }: SearchPlan): boolean {
  try {
    checkQuery(query, askedColumns)
    return true
  } catch (error) {
    if (error instanceof QueryError) return false
    throw error
  }
}

/** Whether the table's order or an index can answer a part; they cannot answer an excluded one. */
function isIndexed(node: Node): boolean {
  if (node.type === 'not') return false
  for (const clause of clausesOf(node)) {
    const isText =
      clause.type === 'column' && (clause.match.op === 'contains' || clause.match.op === 'starts')
    if (clause.type !== 'place' && clause.type !== 'text' && !isText) return false
  }
  return true
}
