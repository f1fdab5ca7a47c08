import { AppError } from '@freeor/kernel/errors'
import type { Limiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { z } from 'zod'
import { leadTable } from '../../dictionaries/lead-table.ts'
import { getDataset } from '../../dictionaries/queries.ts'
import { topLevel } from '../../query/ast.ts'
import { openBinder } from '../../query/binder.ts'
import { askVersion } from '../../search/ask-version.ts'
import { conditionOf, planSearch, type SearchPlan } from '../../search/plan-search.ts'
import type { SearchDataset, SearchDeps } from '../../search/ports.ts'
import { getSavedSearch } from '../queries.ts'
import type { SavedSearch } from '../schema.ts'
import type { SearchComparison } from './schema.ts'

export type ComparisonDeps = {
  readonly db: Tx
  readonly search: SearchDeps
  /** Limits the counts under way. */
  readonly counting: Limiter
}

const stateRow = z.object({
  state: z.string(),
  onlyFirst: z.coerce.number(),
  both: z.coerce.number(),
  onlySecond: z.coerce.number(),
})

/**
 * How many leads two saved searches find alone and together, in all and by state, from one scan of one version.
 * @throws AppError `not_found`; `conflict` for searches of different datasets, and for one of leads that are gone;
 *   `invalid_query` where the dataset lost a column
 */
export async function compareSearches(
  deps: ComparisonDeps,
  scope: CompanyScope,
  ids: { readonly first: string; readonly second: string },
): Promise<SearchComparison> {
  const { db, search, counting } = deps
  const first = await getSavedSearch(db, scope, ids.first)
  const second = await getSavedSearch(db, scope, ids.second)
  const { dictId } = first.queryUrl
  if (second.queryUrl.dictId !== dictId)
    throw new AppError('conflict', 'Only searches of the same dataset can be compared')
  const dataset = await getDataset(db, dictId)
  const plans = [
    await planPresent(search, scope, { dataset, saved: first }),
    await planPresent(search, scope, { dataset, saved: second }),
  ] as const
  const states = await counting.run(
    { key: scope.companyId },
    async () => await countStates(search, dataset, plans),
  )
  const sum = (part: 'onlyFirst' | 'both' | 'onlySecond') =>
    states.reduce((total, state) => total + state[part], 0)
  const [onlyFirst, both, onlySecond] = [sum('onlyFirst'), sum('both'), sum('onlySecond')]
  return {
    ...{ dictId, name: dataset.dictionary.name, version: dataset.dictionary.version },
    first: sideOf(first, onlyFirst + both),
    second: sideOf(second, onlySecond + both),
    ...{ onlyFirst, both, onlySecond, states },
  }
}

const sideOf = ({ id, uid, searchName, queryUrl }: SavedSearch, count: number) => ({
  ...{ id, uid, searchName, count },
  filter: queryUrl.filter,
  dslFilter: queryUrl.dslFilter,
})

type Saved = { readonly dataset: SearchDataset; readonly saved: SavedSearch }

async function planPresent(
  search: SearchDeps,
  scope: CompanyScope,
  { dataset, saved }: Saved,
): Promise<SearchPlan> {
  const { filter, dslFilter } = saved.queryUrl
  const plan = await planSearch(search, scope, dataset, { filter, dslFilter, q: '' })
  if (plan.gone)
    throw new AppError('conflict', `“${saved.searchName}” finds leads that are gone: it cannot be compared`)
  return plan
}

async function countStates(
  search: SearchDeps,
  { datasetNo, revision, dictionary }: SearchDataset,
  plans: readonly [SearchPlan, SearchPlan],
): Promise<SearchComparison['states']> {
  const binder = openBinder()
  const [first, second] = plans.map((plan) => `(${conditionOf(plan, topLevel(plan.query), binder)})`)
  const sql = `SELECT toString(p_state) AS state, countIf(a AND NOT b) AS onlyFirst, countIf(a AND b) AS both,
      countIf(b AND NOT a) AS onlySecond
    FROM (SELECT p_state, ${first} AS a, ${second} AS b FROM ${leadTable(datasetNo, dictionary.version)})
    WHERE a OR b GROUP BY state ORDER BY count() DESC, state`
  return [...(await askVersion(search, { revision, sql, params: binder.params, row: stateRow }))]
}
