import type { AskOptions, MemoryAnswer, PagePlace } from '../memory-columns/ports.ts'
import { topLevel } from '../query/ast.ts'
import { printNode } from '../query/print-query.ts'
import type { Facet } from '../schema.ts'
import { type AskedOfMemory, requestOf, type Wanted } from './compile-request.ts'
import { facetOf } from './count-groups.ts'
import type { Counts } from './count-leads.ts'
import { type Cell, cellOf } from './map-view.ts'
import type { SearchPlan } from './plan-search.ts'
import type { SearchDeps } from './ports.ts'

/** What the kept columns told of a search; undefined where the engine must be asked. */
export type FoundInColumns = {
  readonly answer: MemoryAnswer
  readonly facets: Facet[] | undefined
  readonly cells: Cell[] | undefined
  /** Leads without a hexagon, among those of `cells`. */
  readonly withoutCell: number
  readonly page: readonly PagePlace[] | undefined
}

export const justCount: Wanted = { drops: false, unplaced: false, facets: [] }

/**
 * Asks the columns in memory, where the version has them and they can tell which leads are found. `onPage` is called only
 * where they can tell the page too.
 */
export async function findInColumns(
  { columns, onAnswer }: Pick<SearchDeps, 'columns' | 'onAnswer'>,
  plan: SearchPlan,
  wanted: Wanted,
  options: AskOptions,
): Promise<FoundInColumns | undefined> {
  if (!columns || plan.gone || !plan.isServing) return undefined
  const { datasetNo, dataVersion: version, revision } = plan
  const kept = { datasetNo, version, revision }
  const names = columns.namesOf(kept, plan.context.columns)
  const asked = names && requestOf(plan, names, wanted)
  const answer = asked && (await columns.ask(kept, asked.request, options))
  if (!answer) return undefined
  onAnswer?.('columns')
  return found(answer, asked, wanted)
}

function found(answer: MemoryAnswer, asked: AskedOfMemory, wanted: Wanted): FoundInColumns {
  const { facets, cells, page } = answer
  return {
    answer,
    facets: asked.hasFacets
      ? wanted.facets.map(({ column, chosen }, i) => facetOf(column, facets[i], chosen))
      : undefined,
    cells: asked.hasCells ? cells.flatMap(([cell, leads]) => cellOf(cell, leads)) : undefined,
    withoutCell: cells.find(([cell]) => cell === '0')?.[1] ?? 0,
    page: asked.hasPage ? page : undefined,
  }
}

/** The counts as `countWithDrops` gives them. */
export function countsOf({ query, total }: SearchPlan, { answer }: FoundInColumns): Counts {
  const parts = topLevel(query)
  return {
    count: answer.count,
    unplaced: answer.unplaced,
    dropOne: parts.map((part, i) => ({
      text: printNode(part),
      count: parts.length === 1 ? total : (answer.drops[i] ?? 0),
    })),
  }
}
