import type { BlockStore } from './block-store.ts'
import { choosePage } from './choose-page.ts'
import { codesOf, countValues, type Tally, tallyBlock, tallyFound } from './count-values.ts'
import { type Found, findLeads, narrowFound } from './find-leads.ts'
import { inBox } from './in-box.ts'
import type { Condition, MemoryAnswer, MemoryRequest, PagePlace } from './ports.ts'

/** Counts of all leads of a version, by column: what every first look at a dataset asks. */
export type WholeTallies = ReadonlyMap<string, Tally>

/** Answers one request from the columns of a version. */
export function answerRequest(store: BlockStore, request: MemoryRequest, whole: WholeTallies): MemoryAnswer {
  const { parts, facets, cells, page } = request
  const found = findLeads(store, parts, request.drops)
  const inScan = [...facets.map(({ column }) => column), ...(cells && !cells.box ? [cells.column] : [])]
  const tallies = tallyAll(store, found, { names: inScan, whole: parts.length === 0 ? whole : undefined })
  return {
    count: found.count,
    drops: found.drops,
    unplaced: request.unplaced ? narrowFound(store, found, withoutPlace) : 0,
    facets: facets.map(({ column, named }, i) =>
      countValues(codesOf(store.column(column)), tallies[i] ?? new Uint32Array(), named),
    ),
    cells: cells ? cellsOf(store, found, { ...cells, inScan: tallies.at(-1) }) : [],
    page: page ? choosePage(store, found, page).map((at) => placeOf(store, at)) : [],
  }
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

/** Counts all leads of a version by each of its columns of codes, once, before anybody asks. */
export function tallyWhole(store: BlockStore): WholeTallies {
  const names = [...store.columns.values()]
    .filter(({ plan }) => plan.kind === 'codes')
    .map(({ plan }) => plan.name)
  const tallies = tallyFound(store, findLeads(store, [], false), names)
  return new Map(names.map((name, i) => [name, tallies[i] ?? new Uint32Array()]))
}

type Tallied = { readonly names: readonly string[]; readonly whole: WholeTallies | undefined }

function tallyAll(store: BlockStore, found: Found, { names, whole }: Tallied): Tally[] {
  return whole ? names.map((name) => whole.get(name) ?? new Uint32Array()) : tallyFound(store, found, names)
}

type CellRequest = NonNullable<MemoryRequest['cells']> & { readonly inScan: Tally | undefined }

function cellsOf(store: BlockStore, found: Found, { column: name, box, inScan }: CellRequest) {
  const column = store.column(name)
  const { texts } = codesOf(column)
  const tally = box ? new Uint32Array(texts.length) : (inScan ?? new Uint32Array(texts.length))
  if (box) {
    const counted = [{ column, tally }]
    narrowFound(store, found, inBox(box), (block, bitmap) => tallyBlock(store, { block, bitmap }, counted))
  }
  return texts.flatMap((text, code): [string, number][] => {
    const count = tally[code] ?? 0
    return count === 0 ? [] : [[text, count]]
  })
}
