import { BLOCK_BYTES, type BlockStore, type StoredColumn } from './block-store.ts'
import type { Found } from './find-leads.ts'
import { BLOCK_ROWS, type CountedValues } from './ports.ts'

/** Values of one facet in an answer, besides those the search itself names. */
const VALUES = 20

/** Leads by code. */
export type Tally = Uint32Array

type Codes = Extract<StoredColumn['plan'], { kind: 'codes' }>

export function codesOf(column: StoredColumn): Codes {
  if (column.plan.kind !== 'codes') throw new Error(`The column ${column.plan.name} has no codes`)
  return column.plan
}

/** The numbers of the rows of one block that are set in a bitmap. */
const chosen = new Uint32Array(BLOCK_ROWS)

/** Lists the set bits of a bitmap of one block into `chosen`, as rows of the version. @returns how many */
export function listRows({ words }: BlockStore, block: number, bitmap: number): number {
  let count = 0
  const from = block * BLOCK_ROWS
  for (let word = 0; word < BLOCK_BYTES / 4; word += 1) {
    let left = words[(bitmap >>> 2) + word] as number
    while (left !== 0) {
      chosen[count++] = from + word * 32 + 31 - Math.clz32(left & -left)
      left &= left - 1
    }
  }
  return count
}

export const chosenRow = (at: number): number => chosen[at] as number

/** The codes of the chosen rows. */
const codes = new Uint16Array(BLOCK_ROWS)

// A loop for each width: one that met both would be compiled for neither. They only read cells, which come from all over
// the memory: a processor that does not read past a store whose address it does not know would wait for each of them.
function gather8(cells: Uint8Array, count: number): void {
  for (let i = 0; i < count; i += 1) codes[i] = cells[chosen[i] as number] as number
}

function gather16(cells: Uint16Array, count: number): void {
  for (let i = 0; i < count; i += 1) codes[i] = cells[chosen[i] as number] as number
}

function addTo(tally: Tally, { cells }: StoredColumn, count: number): void {
  if (cells instanceof Uint8Array) gather8(cells, count)
  else if (cells instanceof Uint16Array) gather16(cells, count)
  for (let i = 0; i < count; i += 1) {
    const code = codes[i] as number
    tally[code] = (tally[code] as number) + 1
  }
}

/** Counts the codes of some columns over the rows of a bitmap of one block. */
export function tallyBlock(
  store: BlockStore,
  { block, bitmap }: { block: number; bitmap: number },
  columns: readonly { readonly column: StoredColumn; readonly tally: Tally }[],
): void {
  const count = listRows(store, block, bitmap)
  for (const { column, tally } of columns) addTo(tally, column, count)
}

/** Counts the codes of some columns over the leads that were found. */
export function tallyFound(store: BlockStore, found: Found, names: readonly string[]): Tally[] {
  const columns = names.map((name) => {
    const column = store.column(name)
    return { column, tally: new Uint32Array(codesOf(column).texts.length) }
  })
  if (columns.length > 0)
    for (let block = 0; block < store.blocks; block += 1)
      if (found.ofBlock[block] !== 0)
        tallyBlock(store, { block, bitmap: store.found + block * BLOCK_BYTES }, columns)
  return columns.map(({ tally }) => tally)
}

/**
 * Spellings of one text that differ in case: the code of the most frequent one, of equally frequent ones of the first by
 * bytes; and how many leads all have.
 */
type Value = { readonly code: number; readonly count: number }

/** The `VALUES` most frequent values in order; of equally frequent ones the first in the order of their lower case. */
class MostFrequent {
  readonly values: Value[] = []

  add(value: Value): void {
    const { values } = this
    if (values.length === VALUES && value.count <= (values[VALUES - 1] as Value).count) return
    let at = values.length
    while (at > 0 && (values[at - 1] as Value).count < value.count) at -= 1
    values.splice(at, 0, value)
    if (values.length > VALUES) values.pop()
  }
}

/**
 * The values of a tally as `count-groups.ts` answers them: spellings that differ in case are one value, shown in the most
 * frequent spelling; the most frequent values, and those that are named. Codes are in the order of their lower case, then
 * of their bytes, so that the first of equally frequent spellings is the one to show.
 */
export function countValues({ texts, lowers }: Codes, tally: Tally, named: readonly string[]): CountedValues {
  const wanted = new Set(['', ...named])
  const chosenValues: Value[] = []
  const others = new MostFrequent()
  let present = 0
  for (let code = 0; code < tally.length; ) {
    if (tally[code] === 0) {
      code += 1
      continue
    }
    const lower = lowers[code] as string
    let best = code
    let count = 0
    for (; code < tally.length && (tally[code] === 0 || lowers[code] === lower); code += 1) {
      count += tally[code] as number
      if ((tally[code] as number) > (tally[best] as number)) best = code
    }
    if (lower !== '') present += 1
    if (wanted.has(lower)) chosenValues.push({ code: best, count })
    else others.add({ code: best, count })
  }
  const pairs = (some: readonly Value[]) =>
    some.map(({ code, count }): [string, number] => [texts[code] ?? '', count])
  return { present, named: pairs(chosenValues), others: pairs(others.values) }
}
