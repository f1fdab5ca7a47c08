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
/** Addresses have 32 bits. */
export const MOST_BYTES = 2 ** 32
/** Of every address: as much as a cell of any width needs, and a line of the processor's cache. */
const ALIGNMENT = 64

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
  /** All leads of the version by code: what every first look at a dataset asks. */
  readonly whole: Uint32Array
}

const module = new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)))

const blocksOf = (rows: number): number => Math.ceil(rows / BLOCK_ROWS)

/** What is kept of a version, and by how many threads it is read. */
export type StoreShape = {
  readonly columns: readonly KeptColumn[]
  readonly rows: number
  readonly threads: number
}

/** Byte addresses; the same in every thread. */
function layoutOf({ columns, rows, threads }: StoreShape) {
  const blocks = blocksOf(rows)
  let next = PAGE
  const take = (bytes: number): number => {
    const at = next
    next += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
    return at
  }
  const alive = take(blocks * BLOCK_BYTES)
  const ofThread = Array.from({ length: threads }, () => ({
    found: take(blocks * BLOCK_BYTES),
    scratch: take(SCRATCH * BLOCK_BYTES),
    tables: take(TABLES * TABLE_BYTES),
  }))
  const ofColumn = columns.map((plan) => ({
    plan,
    at: take((blocks * BLOCK_ROWS * plan.bits) / 8),
    least: take(blocks * Float64Array.BYTES_PER_ELEMENT),
    most: take(blocks * Float64Array.BYTES_PER_ELEMENT),
    whole: take(textsOf(plan) * Uint32Array.BYTES_PER_ELEMENT),
  }))
  return { blocks, alive, ofThread, ofColumn, pages: Math.ceil(next / PAGE) }
}

const textsOf = (plan: KeptColumn): number => (plan.kind === 'codes' ? plan.texts.length : 0)

/** Bytes that the columns of so many rows take, with what their evaluation needs. */
export const bytesToKeep = (shape: StoreShape): number => layoutOf(shape).pages * PAGE

/** The memory of a version, all zero, which its threads share. */
export function openSharedMemory(shape: StoreShape): WebAssembly.Memory {
  const { pages } = layoutOf(shape)
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
}

/**
 * The cells of one version in one WebAssembly memory, in blocks of `BLOCK_ROWS`, as one thread sees them. The last block is
 * padded; `alive` has a bit for each lead. Once the version is sealed, a thread writes only where its own results are.
 */
export class BlockStore {
  readonly rows: number
  readonly blocks: number
  readonly kernels: Kernels
  readonly bytes: Uint8Array
  readonly words: Uint32Array
  readonly columns: ReadonlyMap<string, StoredColumn>
  /** Address of a bitmap of all leads. */
  readonly alive: number
  /** Address of a bitmap of the leads that this thread's search has found. */
  readonly found: number
  /** Address of this thread's results that are in use, `BLOCK_BYTES` each. */
  readonly scratch: number
  private readonly tables: number

  /** @param thread the number of the thread, from 0 */
  constructor(shape: StoreShape, memory: WebAssembly.Memory, thread: number) {
    const { blocks, alive, ofThread, ofColumn } = layoutOf(shape)
    const own = ofThread[thread]
    if (!own) throw new RangeError('The memory of a version has no room for so many threads')
    const { buffer } = memory
    this.rows = shape.rows
    this.blocks = blocks
    this.kernels = new WebAssembly.Instance(module, { env: { memory } }).exports as Kernels
    this.bytes = new Uint8Array(buffer)
    this.words = new Uint32Array(buffer)
    this.alive = alive
    this.found = own.found
    this.scratch = own.scratch
    this.tables = own.tables
    this.columns = new Map(
      ofColumn.map(({ plan, at, ...addresses }) => {
        const cells = cellsAt(buffer, plan, at, blocks)
        const least = new Float64Array(buffer, addresses.least, blocks)
        const most = new Float64Array(buffer, addresses.most, blocks)
        const whole = new Uint32Array(buffer, addresses.whole, textsOf(plan))
        return [plan.name, { plan, at, cells, least, most, whole }]
      }),
    )
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

  /** Notes which leads there are, and the least and the greatest cell of each block, once all cells are there. */
  seal(): void {
    this.bytes.fill(0xff, this.alive, this.alive + (this.rows >>> 3))
    if ((this.rows & 7) !== 0) this.bytes[this.alive + (this.rows >>> 3)] = (1 << (this.rows & 7)) - 1
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

function cellsAt(buffer: ArrayBufferLike, { bits }: KeptColumn, at: number, blocks: number): Cells {
  const cells = blocks * BLOCK_ROWS
  if (bits === 64) return new Float64Array(buffer, at, cells)
  if (bits === 32) return new Uint32Array(buffer, at, cells)
  return bits === 16 ? new Uint16Array(buffer, at, cells) : new Uint8Array(buffer, at, (cells * bits) / 8)
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
