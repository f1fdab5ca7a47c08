import type { Condition } from '../query/condition.ts'
import { testOf } from './block-condition.ts'
import { BLOCK_BYTES, type BlockStore } from './block-store.ts'
import { ALL, type BlockTest, type Extent, NONE, SOME } from './extent.ts'

/** The leads that a search finds: of each block how many, with their bitmap at `found`. */
export type Found = {
  readonly count: number
  /** Without each of the parts. */
  readonly drops: readonly number[]
  readonly ofBlock: Uint16Array
}

/**
 * The blocks `index`, `index + of`, `index + 2 of` and so on: the table is in the order of places, so each slice has some of
 * every place.
 */
export type Slice = { readonly index: number; readonly of: number }

export const WHOLE: Slice = { index: 0, of: 1 }

type Search = {
  readonly store: BlockStore
  readonly tests: readonly BlockTest[]
  readonly withDrops: boolean
  readonly drops: number[]
  readonly ofBlock: Uint16Array
}

type Finding = { readonly parts: readonly Condition[]; readonly withDrops: boolean; readonly slice: Slice }

/**
 * Evaluates all parts on a slice, block by block, and counts on the way what each part excludes alone. A block that two parts
 * exclude is in no count; one that a single part excludes counts for the search without that part.
 */
export function findLeads(store: BlockStore, { parts, withDrops, slice }: Finding): Found {
  const tables = { next: 0 }
  const tests = parts.map((part) => testOf(store, part, tables))
  const search: Search = {
    store,
    tests,
    withDrops,
    drops: parts.map(() => 0),
    ofBlock: new Uint16Array(store.blocks),
  }
  for (let block = slice.index; block < store.blocks; block += slice.of) findInBlock(search, block)
  return {
    count: search.ofBlock.reduce((sum, count) => sum + count, 0),
    drops: search.drops,
    ofBlock: search.ofBlock,
  }
}

function findInBlock(search: Search, block: number): void {
  const { store, tests, withDrops, drops, ofBlock } = search
  const empty = emptyPart(search, block)
  if (empty === 'several' || (empty !== undefined && !withDrops)) return
  const free = store.scratch + tests.length * BLOCK_BYTES
  const some: { readonly part: number; readonly at: number }[] = []
  let excluding = empty
  for (const [part, test] of tests.entries()) {
    if (part === empty) continue
    const at = store.scratch + part * BLOCK_BYTES
    const extent: Extent = test.run(block, at, free)
    if (extent === SOME) some.push({ part, at })
    if (extent !== NONE) continue
    if (excluding !== undefined || !withDrops) return
    excluding = part
  }
  const alive = store.alive + block * BLOCK_BYTES
  if (excluding !== undefined) {
    drops[excluding] = (drops[excluding] ?? 0) + joinInto(store, { some, alive, out: free }).count
    return
  }
  const out = store.found + block * BLOCK_BYTES
  const { count } = joinInto(store, { some, alive, out })
  ofBlock[block] = count
  if (withDrops) addDrops(search, { some, alive, count, free })
}

/** The one part that a block's extremes exclude, if any. */
function emptyPart({ tests }: Search, block: number): number | 'several' | undefined {
  let empty: number | undefined
  for (let part = 0; part < tests.length; part += 1) {
    if (tests[part]?.probe(block) !== NONE) continue
    if (empty !== undefined) return 'several'
    empty = part
  }
  return empty
}

type Joining = {
  readonly some: readonly { readonly part: number; readonly at: number }[]
  readonly alive: number
  readonly out: number
}

/** Writes which leads hold all of some parts, and counts them. */
function joinInto({ kernels }: BlockStore, { some, alive, out }: Joining): { count: number } {
  const [first = { at: alive }] = some
  kernels.and(alive, first.at, out, BLOCK_BYTES)
  for (const { at } of some.slice(1)) kernels.and(out, at, out, BLOCK_BYTES)
  return { count: kernels.countBoth(out, out, BLOCK_BYTES) }
}

type Dropping = Omit<Joining, 'out'> & { readonly count: number; readonly free: number }

/** A part that holds for the whole block excludes nothing; for the others, all before it and all after it are joined. */
function addDrops(search: Search, { some, alive, count, free }: Dropping): void {
  const { store, tests, drops } = search
  const { kernels } = store
  const inSome = new Set(some.map(({ part }) => part))
  for (const part of tests.keys()) if (!inSome.has(part)) drops[part] = (drops[part] ?? 0) + count
  // before[i]: the leads that hold the parts before the i-th of `some`.
  const before = some.map((_, i) => (i === 0 ? alive : free + i * BLOCK_BYTES))
  for (let i = 1; i < some.length; i += 1)
    kernels.and(before[i - 1] ?? 0, some[i - 1]?.at ?? 0, before[i] ?? 0, BLOCK_BYTES)
  let after: number | undefined
  for (let i = some.length - 1; i >= 0; i -= 1) {
    const { part, at } = some[i] ?? { part: 0, at: 0 }
    const rest = before[i] ?? 0
    drops[part] = (drops[part] ?? 0) + kernels.countBoth(rest, after ?? rest, BLOCK_BYTES)
    if (after === undefined) after = at
    else {
      kernels.and(after, at, free, BLOCK_BYTES)
      after = free
    }
  }
}

/** How many of the leads that were found hold one more condition; `visit` sees the bitmap of each block of them. */
export function narrowFound(
  store: BlockStore,
  { ofBlock }: Found,
  condition: Condition,
  visit?: (block: number, bitmap: number) => void,
): number {
  const test = testOf(store, condition, { next: 0 })
  const [out, free] = [store.scratch, store.scratch + BLOCK_BYTES]
  let count = 0
  for (let block = 0; block < store.blocks; block += 1) {
    if (ofBlock[block] === 0) continue
    const extent = test.run(block, out, free)
    if (extent === NONE) continue
    const found = store.found + block * BLOCK_BYTES
    if (extent === ALL) store.kernels.and(found, found, out, BLOCK_BYTES)
    else store.kernels.and(found, out, out, BLOCK_BYTES)
    const held = store.kernels.countBoth(out, out, BLOCK_BYTES)
    count += held
    if (held > 0) visit?.(block, out)
  }
  return count
}
