import { type Condition, inBox } from '../query/condition.ts'
import type { BlockStore } from './block-store.ts'
import { chooseFirst, type FirstLead } from './choose-page.ts'
import { codesOf, countValues, type Tally, tallyBlock, tallyFound } from './count-values.ts'
import { type Found, findLeads, narrowFound, type Slice, WHOLE } from './find-leads.ts'
import type { MemoryCounts, MemoryRequest, PagePlace } from './ports.ts'

/** What one slice of a version counts. The answer is made of those of all slices. */
export type SliceAnswer = {
  readonly count: number
  readonly drops: readonly number[]
  readonly unplaced: number
  /** Of each facet. */
  readonly facets: readonly Tally[]
  /** Of the hexagons; empty where nobody asks. */
  readonly cells: Tally
}

/** Told the first leads of a slice in the order of the page, where a page is asked for. */
export type OnFirst = (first: readonly FirstLead[]) => void

/** Finds and counts in one slice. The page comes first: its leads are read while the rest is counted. */
export function answerSlice(
  store: BlockStore,
  { request, slice }: { readonly request: MemoryRequest; readonly slice: Slice },
  onFirst: OnFirst,
): SliceAnswer {
  const { parts, facets, cells, page } = request
  const found = findLeads(store, { parts, withDrops: request.drops, slice })
  if (page)
    onFirst(chooseFirst(store, found, page).map((entry) => ({ ...entry, place: placeOf(store, entry.row) })))
  const inScan = [...facets.map(({ column }) => column), ...(cells && !cells.box ? [cells.column] : [])]
  // All leads are counted already. The counts are copied, as those of a slice are given away.
  const tallies =
    parts.length === 0 && slice.of === 1
      ? inScan.map((name) => store.column(name).whole.slice())
      : tallyFound(store, found, inScan)
  return {
    count: found.count,
    drops: found.drops,
    unplaced: request.unplaced ? narrowFound(store, found, withoutPlace) : 0,
    facets: tallies.slice(0, facets.length),
    cells: cells?.box ? tallyBox(store, found, cells) : (tallies[facets.length] ?? new Uint32Array()),
  }
}

/** The counts of all slices, which have to be of one version. */
export function joinSlices(
  store: BlockStore,
  request: MemoryRequest,
  slices: readonly SliceAnswer[],
): MemoryCounts {
  const { parts, facets, cells } = request
  const sum = (numberOf: (slice: SliceAnswer) => number) =>
    slices.reduce((total, slice) => total + numberOf(slice), 0)
  const tallied = (tallyOf: (slice: SliceAnswer) => Tally | undefined) =>
    slices.map((slice) => tallyOf(slice) ?? new Uint32Array()).reduce(addTallies)
  return {
    count: sum(({ count }) => count),
    drops: parts.map((_, part) => sum(({ drops }) => drops[part] ?? 0)),
    unplaced: sum(({ unplaced }) => unplaced),
    facets: facets.map(({ column, named }, i) =>
      countValues(
        codesOf(store.column(column)),
        tallied((slice) => slice.facets[i]),
        named,
      ),
    ),
    cells: cells
      ? countsByText(
          codesOf(store.column(cells.column)).texts,
          tallied((slice) => slice.cells),
        )
      : [],
  }
}

/** Answers one request from all leads of a version. */
export const answerRequest = (store: BlockStore, request: MemoryRequest, onFirst: OnFirst): MemoryCounts =>
  joinSlices(store, request, [answerSlice(store, { request, slice: WHOLE }, onFirst)])

/** Adds the second to the first. */
function addTallies(into: Tally, tally: Tally): Tally {
  for (let code = 0; code < tally.length; code += 1)
    into[code] = (into[code] as number) + (tally[code] as number)
  return into
}

function placeOf(store: BlockStore, at: number): PagePlace {
  const text = (name: string) => {
    const column = store.column(name)
    return codesOf(column).texts[column.cells[at] as number] ?? ''
  }
  const { plan, cells } = store.column('row')
  const least = plan.kind === 'numbers' ? plan.least : 0
  return {
    row: (cells[at] as number) + least,
    state: text('p_state'),
    city: text('p_city'),
    zip: text('p_zip'),
  }
}

const withoutPlace: Condition = { type: 'not', of: { type: 'present', column: 'p_lat' } }

/** Counts all leads of a sealed version by each of its columns of codes, once, before anybody asks. */
export function countWhole(store: BlockStore): void {
  const columns = [...store.columns.values()].filter(({ plan }) => plan.kind === 'codes')
  const found = findLeads(store, { parts: [], withDrops: false, slice: WHOLE })
  const tallies = tallyFound(
    store,
    found,
    columns.map(({ plan }) => plan.name),
  )
  for (const [i, { whole }] of columns.entries()) whole.set(tallies[i] ?? [])
}

type CellRequest = NonNullable<MemoryRequest['cells']>

function tallyBox(store: BlockStore, found: Found, { column: name, box }: CellRequest): Tally {
  const column = store.column(name)
  const tally = new Uint32Array(codesOf(column).texts.length)
  const counted = [{ column, tally }]
  if (box)
    narrowFound(store, found, inBox(box), (block, bitmap) => tallyBlock(store, { block, bitmap }, counted))
  return tally
}

function countsByText(texts: readonly string[], tally: Tally): [string, number][] {
  const counts: [string, number][] = []
  for (let code = 0; code < tally.length; code += 1) {
    const count = tally[code] as number
    if (count !== 0) counts.push([texts[code] ?? '', count])
  }
  return counts
}
