import { readFileSync } from 'node:fs'
import { BLOCK_ROWS, type KeptColumn } from './ports.ts'

/** Bytes of the result of one condition on one block. */
export const BLOCK_BYTES = BLOCK_ROWS / 8
/** Results that may be needed at the same time: parts of a search, and the depth of its tree. */
const SCRATCH = 512
/** Sets of values that a search may name: a query has 200 nodes. */
const TABLES = 200
const TABLE_BYTES = 1 << 16
const PAGE = 1 << 16

type Kernels = {
  range8(at: number, rows: number, lo: number, hi: number, out: number): void
  range16(at: number, rows: number, lo: number, hi: number, out: number): void
  range32(at: number, rows: number, lo: number, hi: number, out: number): void
  range64(at: number, rows: number, lo: number, hi: number, out: number): void
  in8(at: number, rows: number, table: number, out: number): void
  in16(at: number, rows: number, table: number, out: number): void
  and(a: number, b: number, out: number, bytes: number): void
  or(a: number, b: number, out: number, bytes: number): void
  not(a: number, out: number, bytes: number): void
  countBoth(a: number, b: number, bytes: number): number
}

export type Cells = Uint8Array | Uint16Array | Uint32Array | Float64Array

export type StoredColumn = {
  readonly plan: KeptColumn
  /** Byte address of the first cell. */
  readonly at: number
  readonly cells: Cells
  /** Of each block, the least and the greatest cell; of floats without NaN. */
  readonly least: Float64Array
  readonly most: Float64Array
}

const module = new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)))

const blocksOf = (rows: number): number => Math.ceil(rows / BLOCK_ROWS)
const bytesOf = ({ bits }: KeptColumn, rows: number): number => (blocksOf(rows) * BLOCK_ROWS * bits) / 8

/** Bytes that the columns of so many rows take, with what their evaluation needs. */
export function bytesToKeep(columns: readonly KeptColumn[], rows: number): number {
  const cells = columns.reduce((sum, column) => sum + bytesOf(column, rows), 0)
  const fixed = PAGE + 2 * blocksOf(rows) * BLOCK_BYTES + SCRATCH * BLOCK_BYTES + TABLES * TABLE_BYTES
  return Math.ceil((cells + fixed) / PAGE) * PAGE
}

/**
 * The cells of one version in one WebAssembly memory, in blocks of `BLOCK_ROWS`. The last block is padded; `alive` has
 * a bit for each lead.
 */
export class BlockStore {
  readonly rows: number
  readonly blocks: number
  readonly kernels: Kernels
  readonly bytes: Uint8Array
  readonly words: Uint32Array
  readonly columns: ReadonlyMap<string, StoredColumn>
  /** Addresses of a bitmap of all leads, and of the leads that a search has found. */
  readonly alive: number
  readonly found: number
  /** Address of the results that are in use, `BLOCK_BYTES` each. */
  readonly scratch: number
  private readonly tables: number

  constructor(plans: readonly KeptColumn[], rows: number) {
    this.rows = rows
    this.blocks = blocksOf(rows)
    const pages = bytesToKeep(plans, rows) / PAGE
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages })
    this.kernels = new WebAssembly.Instance(module, { env: { memory } }).exports as Kernels
    this.bytes = new Uint8Array(memory.buffer)
    this.words = new Uint32Array(memory.buffer)
    let at = PAGE
    const take = (bytes: number): number => {
      at += bytes
      return at - bytes
    }
    this.alive = take(this.blocks * BLOCK_BYTES)
    this.found = take(this.blocks * BLOCK_BYTES)
    this.scratch = take(SCRATCH * BLOCK_BYTES)
    this.tables = take(TABLES * TABLE_BYTES)
    // The widest first: each is aligned to its cells.
    const widest = [...plans].sort((a, b) => b.bits - a.bits)
    this.columns = new Map(
      widest.map((plan) => {
        const start = take(bytesOf(plan, rows))
        const cells = cellsAt(memory.buffer, plan, start, bytesOf(plan, rows))
        const stats = () => new Float64Array(this.blocks)
        return [plan.name, { plan, at: start, cells, least: stats(), most: stats() }]
      }),
    )
    this.bytes.fill(0xff, this.alive, this.alive + (rows >>> 3))
    if ((rows & 7) !== 0) this.bytes[this.alive + (rows >>> 3)] = (1 << (rows & 7)) - 1
  }

  /** @throws Error for a column that is not kept */
  column(name: string): StoredColumn {
    const column = this.columns.get(name)
    if (!column) throw new Error(`The column ${name} is not kept`)
    return column
  }

  /** The address of the table with this number, for one byte a code. */
  table(number: number): number {
    if (number >= TABLES) throw new RangeError('A search has more sets of values than a query has nodes')
    return this.tables + number * TABLE_BYTES
  }

  /** Notes the least and the greatest cell of each block, once all cells are there. */
  seal(): void {
    for (const { plan, cells, least, most } of this.columns.values()) {
      if (plan.kind === 'present') continue
      for (let block = 0; block < this.blocks; block += 1) {
        const end = Math.min(this.rows, (block + 1) * BLOCK_ROWS)
        const [low, high] = extremes(cells, block * BLOCK_ROWS, end)
        least[block] = low
        most[block] = high
      }
    }
  }
}

function cellsAt(buffer: ArrayBuffer, { bits }: KeptColumn, at: number, bytes: number): Cells {
  if (bits === 64) return new Float64Array(buffer, at, bytes / 8)
  if (bits === 32) return new Uint32Array(buffer, at, bytes / 4)
  return bits === 16 ? new Uint16Array(buffer, at, bytes / 2) : new Uint8Array(buffer, at, bytes)
}

/** NaN is neither the least nor the greatest. */
function extremes(cells: Cells, from: number, end: number): [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let at = from; at < end; at += 1) {
    const cell = cells[at] as number
    if (cell < low) low = cell
    if (cell > high) high = cell
  }
  return [low, high]
}
