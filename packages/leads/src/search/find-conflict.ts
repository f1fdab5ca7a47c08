import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { topLevel } from '../query/ast.ts'
import { openBinder } from '../query/binder.ts'
import { compileNode } from '../query/compile-query.ts'
import { type EmptyAnswer, type EmptyRequest, emptyRequest } from '../schema.ts'
import { askVersion } from './ask-version.ts'
import { type Holding, smallestConflict, smallestRemoval } from './conflict.ts'
import { countWithDrops } from './count-leads.ts'
import { planSearch, type SearchPlan } from './plan-search.ts'
import type { SearchDataset, SearchDeps } from './ports.ts'
import { runAsSearch } from './run-as-search.ts'
import { tooWide } from './wide-clause.ts'

/** More parts make too many combinations to look through; their counts without each part are answered all the same. */
const mostPartsCombined = 12

const holdingRow = z.object({ held: z.coerce.number(), count: z.coerce.number() })

/** One scan: for each combination of parts that occurs, how many leads it holds for. */
async function readHoldings(
  deps: SearchDeps,
  plan: SearchPlan,
  signal?: AbortSignal,
): Promise<readonly Holding[]> {
  const binder = openBinder()
  const bits = topLevel(plan.query).map(
    (part, i) => `toUInt32(${compileNode(part, plan.context, binder)}) * ${2 ** i}`,
  )
  const sql = `SELECT ${bits.join(' + ')} AS held, count() AS count
    FROM ${leadTable(plan.datasetNo, plan.rowsVersion)} GROUP BY held ORDER BY held`
  return await askVersion(
    deps,
    { revision: plan.revision, sql, params: binder.params, row: holdingRow },
    signal,
  )
}

async function explain(deps: SearchDeps, plan: SearchPlan, signal?: AbortSignal): Promise<EmptyAnswer> {
  const { count, dropOne } = await countWithDrops(deps, plan, false, signal)
  const counts = { dataVersion: plan.dataVersion, count, dropOne }
  const parts = topLevel(plan.query)
  // Without `gone:` another version is searched: its parts cannot be combined with the others in one scan.
  if (count > 0 || plan.gone || parts.length === 0 || parts.length > mostPartsCombined)
    return { ...counts, conflict: null, removal: null }
  const holdings = await readHoldings(deps, plan, signal)
  const textOf = (i: number) => dropOne[i]?.text ?? ''
  const removal = smallestRemoval(holdings, parts.length)
  return {
    ...counts,
    conflict: smallestConflict(holdings, parts.length)?.map(textOf) ?? null,
    removal: removal ? { parts: removal.parts.map(textOf), count: removal.count } : null,
  }
}

/**
 * Why a search finds nothing: the smallest set of its parts that excludes every lead, and the fewest parts without
 * which leads are found.
 * @throws AppError as `searchLeads`
 */
export async function findConflict(
  deps: SearchDeps,
  scope: CompanyScope,
  { dataset, request, signal }: { dataset: SearchDataset; request: EmptyRequest; signal?: AbortSignal },
): Promise<EmptyAnswer> {
  return await runAsSearch(deps.searches, { scope, signal }, async () => {
    const plan = await planSearch(deps, scope, dataset, emptyRequest.parse(request))
    try {
      return await explain(deps, plan, signal)
    } catch (error) {
      if (error instanceof AppError && error.code === 'search_too_wide') throw tooWide(plan, error)
      throw error
    }
  })
}
