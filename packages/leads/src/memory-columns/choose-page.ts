import { BLOCK_BYTES, type BlockStore, type StoredColumn } from './block-store.ts'
import { chosenRow, listRows } from './count-values.ts'
import type { Found } from './find-leads.ts'
import type { PageRequest } from './ports.ts'

/** One key of an order: a lead with a lower rank comes first. Blanks have the highest rank in both directions. */
type Rank = {
  of(row: number): number
  /** The lowest rank that a lead of the block can have. */
  lowest(block: number): number
}

const LAST = Number.POSITIVE_INFINITY

/** `Cells` are looked at one by one: the order of a page reads only the leads of a few blocks. */
function rankOf({ plan, cells, least, most }: StoredColumn, descending: boolean): Rank {
  const extreme = (block: number) => (descending ? most[block] : least[block]) as number
  if (plan.kind === 'codes') {
    const ranks = ranksOfCodes(plan.lowers, descending)
    // The greatest code of a block may be of a blank only where all are.
    return {
      of: (row) => ranks[cells[row] as number] as number,
      lowest: (block) => lowestOf(ranks, extreme(block)),
    }
  }
  const sign = descending ? -1 : 1
  if (plan.kind === 'floats')
    return {
      of: (row) => {
        const cell = cells[row] as number
        return Number.isNaN(cell) ? LAST : sign * cell
      },
      lowest: (block) => sign * extreme(block),
    }
  const blank = plan.kind === 'numbers' ? 2 ** plan.bits - 1 : LAST
  return {
    of: (row) => {
      const cell = cells[row] as number
      return cell === blank ? LAST : sign * cell
    },
    lowest: (block) => sign * extreme(block),
  }
}

/** Spellings of one text in different case have one rank. */
function ranksOfCodes(lowers: readonly string[], descending: boolean): Float64Array {
  const ranks = new Float64Array(lowers.length)
  let rank = 0
  for (const [code, lower] of lowers.entries()) {
    if (lower !== lowers[code - 1]) rank += 1
    ranks[code] = lower === '' ? LAST : descending ? -rank : rank
  }
  return ranks
}

/** A blank, the first code, hides how low the others of its block are. */
const lowestOf = (ranks: Float64Array, code: number): number =>
  ranks[code] === LAST ? Number.NEGATIVE_INFINITY : (ranks[code] as number)

/** A lead that may be on a page: its ranks by the keys of the order, and its row of the version. */
export type Entry = { readonly ranks: readonly number[]; readonly row: number }

function compare(a: Entry, b: Entry): number {
  for (const [i, rank] of a.ranks.entries()) {
    const other = b.ranks[i] as number
    if (rank !== other) return rank < other ? -1 : 1
  }
  return a.row - b.row
}

/**
 * The first leads in an order, without sorting all that were found: the blocks that may have the first come first, and
 * once enough leads are known, blocks and leads that come after all of them are passed over.
 * @returns as many as all pages up to this one have, in order
 */
export function chooseFirst(store: BlockStore, found: Found, page: PageRequest): Entry[] {
  const most = page.offset + page.limit
  if (page.limit === 0) return []
  const keys = page.byPlace
    ? []
    : [
        ...page.keys.map(({ column, descending }) => rankOf(store.column(column), descending)),
        rankOf(store.column('row'), false),
      ]
  const [first] = keys
  const blocks = [...found.ofBlock.keys()].filter((block) => found.ofBlock[block] !== 0)
  if (first) blocks.sort((a, b) => first.lowest(a) - first.lowest(b) || a - b)
  let kept: Entry[] = []
  let limit = LAST
  const shorten = () => {
    kept.sort(compare)
    kept = kept.slice(0, most)
    if (kept.length === most) limit = kept.at(-1)?.ranks[0] ?? LAST
  }
  for (const block of blocks) {
    const isFull = kept.length >= most
    if (isFull && (!first || first.lowest(block) > limit)) break
    const count = listRows(store, block, store.found + block * BLOCK_BYTES)
    for (let i = 0; i < count; i += 1) {
      const row = chosenRow(i)
      if (first && first.of(row) > limit) continue
      kept.push({ ranks: keys.map((key) => key.of(row)), row })
      if (kept.length >= 2 * most + 1000) shorten()
    }
    shorten()
  }
  return kept.slice(0, most)
}

/** The page among the first leads of each slice, as rows of the version. */
export function choosePage(firsts: readonly (readonly Entry[])[], { offset, limit }: PageRequest): number[] {
  const sorted = firsts.length === 1 ? (firsts[0] ?? []) : firsts.flat().sort(compare)
  return sorted.slice(offset, offset + limit).map(({ row }) => row)
}
