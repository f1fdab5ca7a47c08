import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { z } from 'zod'
import type { PagePlace } from '../memory-columns/ports.ts'
import {
  type Column,
  type SearchAnswer,
  type SearchRequest,
  type SearchRow,
  searchAnswer,
  searchRequest,
} from '../schema.ts'
import { differencesOf } from './compare-answers.ts'
import type { Wanted } from './compile-request.ts'
import { chosenValues, countGroups, lackingFacets, requireFacets } from './count-groups.ts'
import { countLeads, countWithDrops } from './count-leads.ts'
import { countStatuses } from './count-statuses.ts'
import { countsOf, type FoundInColumns, findInColumns, justCount } from './find-in-columns.ts'
import { readCells, showLeads } from './map-leads.ts'
import { type CellColumn, showsAll, type View, viewOf } from './map-view.ts'
import { planSearch, type SearchPlan } from './plan-search.ts'
import type { SearchDataset, SearchDeps } from './ports.ts'
import { readPage, rowsOfPage } from './read-page.ts'
import { runAsSearch } from './run-as-search.ts'
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
  return await runAsSearch(deps.searches, { scope, signal }, async () => {
    const plan = await planSearch(deps, scope, dataset, input)
    const search: Search = { plan, input, signal, fromColumns: false }
    const found = searchAnswer.parse(await answer(deps, scope, search))
    if (search.fromColumns && deps.columnsCheck?.isDue()) void compareWithEngine(deps, scope, search, found)
    return found
  })
}

type Search = {
  plan: SearchPlan
  input: z.output<typeof searchRequest>
  signal: AbortSignal | undefined
  /** Whether kept columns have answered. */
  fromColumns: boolean
}

/** Asks the engine as well. Nobody waits for it. */
async function compareWithEngine(
  deps: SearchDeps,
  scope: CompanyScope,
  { plan, input }: Search,
  found: SearchAnswer,
): Promise<void> {
  const { columns, ...engine } = { ...deps, answersKept: 0 }
  try {
    const page = { ...input, limit: 0 }
    const search: Search = { plan, input: page, signal: undefined, fromColumns: false }
    const asked = await answer(engine, scope, search)
    const differences = differencesOf({ ...found, rows: [] }, asked)
    // Leads that are just being removed are gone from the engine before the dataset has its new revision.
    const whole = { ...plan, query: null }
    if (differences.length > 0 && (await countLeads(engine, whole)) !== plan.total) return
    if (differences.length > 0) columns?.forget({ ...plan, version: plan.dataVersion })
    deps.columnsCheck?.onCompared(differences, plan.texts)
  } catch {
    // The engine is busy or gone: this answer is not compared.
  }
}

async function answer(deps: SearchDeps, scope: CompanyScope, search: Search): Promise<SearchAnswer> {
  const { plan, input, signal } = search
  const started = performance.now()
  const known = { dataVersion: plan.dataVersion, query: plan.texts }
  try {
    if (input.count_only) {
      const quick = await findInColumns(deps, plan, justCount, { signal })
      search.fromColumns = quick !== undefined
      const count = quick?.answer.count ?? (await countLeads(deps, plan, signal))
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
    const withUnplaced = view !== undefined && !isWhole
    const wanted = wantedOf(plan, { input, columns, view, isWhole })
    const page = openPage(async (found) => await readPage(deps, scope, { plan, page: input, found }, signal))
    const inColumns = await findInColumns(deps, plan, wanted, { signal, onPage: page.read })
    search.fromColumns = inColumns !== undefined
    const [counts, { facets, map }, statuses, rows] = await askAll(plan, [
      async () =>
        inColumns ? countsOf(plan, inColumns) : await countWithDrops(deps, plan, withUnplaced, signal),
      async () => await readGroups(deps, { plan, columns, view, isWhole, inColumns }, signal),
      async () => (input.statuses ? await countStatuses(deps, plan, signal) : []),
      async () => await page.rows(inColumns?.page),
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

/**
 * Each statement of a search may take three seconds, and those that run at the same time share the processors. In a version
 * of so many leads they are asked one after the other: all of them take as long, and each less.
 */
const IN_TURN_FROM = 20_000_000

async function askAll<T extends unknown[]>(
  { total }: SearchPlan,
  asked: readonly [...{ [I in keyof T]: () => Promise<T[I]> }],
): Promise<T> {
  const answers: Promise<unknown>[] = []
  for (const ask of asked) {
    const answer = ask()
    answers.push(answer)
    if (total >= IN_TURN_FROM) await answer
  }
  return (await Promise.all(answers)) as T
}

type Places = readonly PagePlace[]

/** The leads of a page. The engine reads them while the columns still count, where these have found them. */
function openPage(readRows: (found: Places | undefined) => Promise<SearchRow[]>) {
  let early: Promise<SearchRow[]> | undefined
  return {
    read(found: Places): void {
      early = readRows(found)
      // It may fail before anybody waits for it.
      early.catch(() => undefined)
    },
    rows: async (found: Places | undefined) => await (early ?? readRows(found)),
  }
}

type Shown = { columns: readonly Column[]; view: View | undefined; isWhole: boolean }
type GroupSearch = Shown & { plan: SearchPlan; inColumns: FoundInColumns | undefined }

function wantedOf(
  plan: SearchPlan,
  { input, columns, view, isWhole }: Shown & Pick<Search, 'input'>,
): Wanted {
  const limit = rowsOfPage(input)
  return {
    drops: true,
    unplaced: view !== undefined && !isWhole,
    facets: columns.map((column) => ({ column, chosen: chosenValues(plan, column.key) })),
    cells: view && { column: `h3_${view.resolution}`, box: isWhole ? undefined : view.leads },
    page: limit > 0 ? { sort: input.sort, offset: input.offset, limit } : undefined,
  }
}

/**
 * Facets and map, as far as the kept columns have not counted them: in one scan when the view shows everything, else the
 * view's cells in a separate one, by its indexes.
 */
async function readGroups(deps: SearchDeps, search: GroupSearch, signal?: AbortSignal) {
  const { plan, view, isWhole, inColumns } = search
  const columns = inColumns?.facets ? [] : search.columns
  const cell: CellColumn | undefined =
    view && isWhole && !inColumns?.cells ? `h3_${view.resolution}` : undefined
  const [asked, near] = await askAll(plan, [
    async () => await countGroups(deps, plan, { columns, cell }, signal),
    async () =>
      view && !isWhole ? (inColumns?.cells ?? (await readCells(deps, plan, view, signal))) : undefined,
  ])
  const groups = { ...asked, ...(inColumns?.facets && { facets: inColumns.facets }) }
  if (isWhole && inColumns?.cells)
    Object.assign(groups, { cells: inColumns.cells, unplaced: inColumns.withoutCell })
  if (!view) return { facets: groups.facets, map: undefined }
  const shown = await showLeads(deps, plan, { view, cells: near ?? groups.cells }, signal)
  return { facets: groups.facets, map: { ...shown, unplaced: isWhole ? groups.unplaced : undefined } }
}
