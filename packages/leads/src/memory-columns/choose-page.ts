import { BLOCK_BYTES, type BlockStore, type StoredColumn } from './block-store.ts'
import { chosenRow, listRows } from './count-values.ts'
import type { Found } from './find-leads.ts'
import { BLOCK_ROWS, type PagePlace, type PageRequest } from './ports.ts'

/** One key of an order: a lead with a lower rank comes first. Blanks have the highest rank in both directions. */
type Rank = {
  of(row: number): number
  /** The lowest rank that a lead of the block can have. */
  lowest(block: number): number
  /** Writes which leads of a block have a rank of at most `limit`, which is not that of a blank. Not for texts. */
  atMost?(limit: number, block: number, out: number): void
}

const LAST = Number.POSITIVE_INFINITY

/** `Cells` are looked at one by one: the order of a page reads only the leads of a few blocks. */
function rankOf({ kernels }: BlockStore, column: StoredColumn, descending: boolean): Rank {
  const { plan, at, cells, least, most } = column
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
  if (plan.kind === 'present') throw new Error(`Nothing is in the order of the column ${plan.name}`)
  const blank = plan.kind === 'floats' ? Number.NaN : 2 ** plan.bits - 1
  const [low, high] = plan.kind === 'floats' ? [-LAST, LAST] : [0, blank - 1]
  const range = kernels[`range${plan.bits}`]
  return {
    of: (row) => (Object.is(cells[row], blank) ? LAST : sign * (cells[row] as number)),
    lowest: (block) => sign * extreme(block),
    atMost(limit, block, out) {
      const [lo, hi] = descending ? [-limit, high] : [low, limit]
      range(at + block * BLOCK_ROWS * (plan.bits / 8), BLOCK_ROWS, lo, hi, out)
    },
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
  for (let i = 0; i < a.ranks.length; i += 1) {
    const [rank, other] = [a.ranks[i] as number, b.ranks[i] as number]
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
        ...page.keys.map(({ column, descending }) => rankOf(store, store.column(column), descending)),
        rankOf(store, store.column('row'), false),
      ]
  const [first] = keys
  const blocks = [...found.ofBlock.keys()].filter((block) => found.ofBlock[block] !== 0)
  if (first) blocks.sort((a, b) => first.lowest(a) - first.lowest(b) || a - b)
  let kept: Entry[] = []
  let limit = LAST
  const foundIn = (block: number) => store.found + block * BLOCK_BYTES
  /** The leads of a block that come before the last one of those that are kept, or with it. */
  const nearer = (block: number): number => {
    first?.atMost?.(limit, block, store.scratch)
    store.kernels.and(foundIn(block), store.scratch, store.scratch, BLOCK_BYTES)
    return store.scratch
  }
  const shorten = () => {
    kept.sort(compare)
    kept = kept.slice(0, most)
    if (kept.length === most) limit = kept.at(-1)?.ranks[0] ?? LAST
  }
  for (const block of blocks) {
    const isFull = kept.length >= most
    if (isFull && (!first || first.lowest(block) > limit)) break
    const count = listRows(store, block, first?.atMost && limit !== LAST ? nearer(block) : foundIn(block))
    const before = kept.length
    for (let i = 0; i < count; i += 1) {
      const row = chosenRow(i)
      if (first && first.of(row) > limit) continue
      kept.push({ ranks: keys.map((key) => key.of(row)), row })
      if (kept.length >= 2 * most + 1000) shorten()
    }
    if (kept.length !== before) shorten()
  }
  return kept.slice(0, most)
}

/** One of the first leads of a slice, and where the engine finds it. */
export type FirstLead = Entry & { readonly place: PagePlace }

/** The page among the first leads of each slice. */
export function choosePage(
  firsts: readonly (readonly FirstLead[])[],
  { offset, limit }: PageRequest,
): PagePlace[] {
  const sorted = firsts.length === 1 ? (firsts[0] ?? []) : firsts.flat().sort(compare)
  return sorted.slice(offset, offset + limit).map(({ place }) => place)
}
