import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { z } from 'zod'
import { type Column, type SearchAnswer, type SearchRequest, searchAnswer, searchRequest } from '../schema.ts'
import { countGroups, lackingFacets, requireFacets } from './count-groups.ts'
import { countLeads, countWithDrops } from './count-leads.ts'
import { countStatuses } from './count-statuses.ts'
import { readCells, showLeads } from './map-leads.ts'
import { type CellColumn, showsAll, type View, viewOf } from './map-view.ts'
import { planSearch, type SearchPlan } from './plan-search.ts'
import type { SearchDataset, SearchDeps } from './ports.ts'
import { readPage } from './read-page.ts'
import { tooWide } from './wide-clause.ts'

/**
 * The answer to one search call, all of it from one version.
 * @throws AppError `invalid_query` (with `field`, `position`, `length`, `expected`), `invalid_request`, `gone` for a
 * version no longer kept, `rate_limited`, and `search_too_wide` naming the widest clause.
 */
export async function searchLeads(
  deps: SearchDeps,
  scope: CompanyScope,
  { dataset, request, signal }: { dataset: SearchDataset; request: SearchRequest; signal?: AbortSignal },
): Promise<SearchAnswer> {
  const input = searchRequest.parse(request)
  const release = deps.searches.acquireNow({ key: scope.companyId })
  // A user who goes on typing has aborted the earlier search, so the next one must not wait until the engine has ended
  // it.
  signal?.addEventListener('abort', release, { once: true })
  try {
    const plan = await planSearch(deps, scope, dataset, input)
    return searchAnswer.parse(await answer(deps, scope, { plan, input, signal }))
  } finally {
    signal?.removeEventListener('abort', release)
    release()
  }
}

type Search = { plan: SearchPlan; input: z.output<typeof searchRequest>; signal: AbortSignal | undefined }

async function answer(deps: SearchDeps, scope: CompanyScope, search: Search): Promise<SearchAnswer> {
  const { plan, input, signal } = search
  const started = performance.now()
  const known = { dataVersion: plan.dataVersion, query: plan.texts }
  try {
    if (input.count_only) {
      const count = await countLeads(deps, plan, signal)
      return {
        ...known,
        count: Math.max(0, count - input.offset),
        dropOne: [],
        facets: [],
        map: null,
        statuses: [],
        rows: [],
        took: performance.now() - started,
      }
    }
    const columns = requireFacets(input.facets, plan)
    const view = input.map && viewOf(input.map)
    const isWhole = view !== undefined && showsAll(view, plan.bounds)
    const [counts, { facets, map }, statuses, rows] = await Promise.all([
      countWithDrops(deps, plan, view !== undefined && !isWhole, signal),
      readGroups(deps, { plan, columns, view, isWhole }, signal),
      input.statuses ? countStatuses(deps, plan, signal) : [],
      readPage(deps, scope, { plan, page: input }, signal),
    ])
    return {
      ...known,
      count: counts.count,
      dropOne: counts.dropOne,
      facets: [...facets, ...lackingFacets(input.facets, plan, counts.count)],
      map: map ? { ...map, unplaced: map.unplaced ?? counts.unplaced } : null,
      statuses,
      rows,
      took: performance.now() - started,
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'search_too_wide') throw tooWide(plan, error)
    throw error
  }
}

type GroupSearch = { plan: SearchPlan; columns: readonly Column[]; view: View | undefined; isWhole: boolean }

/**
 * Facets and map: in one scan when the view shows everything, else the view's cells in a separate one, by its indexes.
 */
async function readGroups(deps: SearchDeps, search: GroupSearch, signal?: AbortSignal) {
  const { plan, columns, view, isWhole } = search
  const cell: CellColumn | undefined = view && isWhole ? `h3_${view.resolution}` : undefined
  const [groups, near] = await Promise.all([
    countGroups(deps, plan, { columns, cell }, signal),
    view && !cell ? readCells(deps, plan, view, signal) : undefined,
  ])
  if (!view) return { facets: groups.facets, map: undefined }
  const shown = await showLeads(deps, plan, { view, cells: near ?? groups.cells }, signal)
  return { facets: groups.facets, map: { ...shown, unplaced: cell && groups.unplaced } }
}
