import { type NativeReader, readNative } from '@freeor/clickhouse/native-blocks'
import type { BlockStore, StoredColumn } from './block-store.ts'
import { cellName } from './ports.ts'

/** Takes the cells of a version as the engine streams them: columns by name, of the type of their kept width. */
export function fillStore(store: BlockStore): NativeReader {
  const byName = new Map([...store.columns.values()].map((column) => [cellName(column.plan), column]))
  const columns: StoredColumn[] = []
  /** Rows before the current block, and bytes of each of its columns that are there. */
  let before = 0
  const taken: number[] = []
  const reader = readNative({
    column(index, name, type) {
      const column = byName.get(name)
      if (!column || typeOf(column) !== type) throw new Error(`The column ${name} came as ${type}`)
      columns[index] = column
      taken[index] = 0
    },
    cells(index, bytes) {
      const column = columns[index] as StoredColumn
      const already = taken[index] as number
      const { bits } = column.plan
      if (bits === 1) putBits(store, column, { from: before + already, bytes })
      else putCells(store, column, { from: (before * bits) / 8 + already, bytes })
      taken[index] = already + bytes.length
    },
    block(rows) {
      before += rows
    },
  })
  return {
    take: (bytes) => reader.take(bytes),
    end() {
      reader.end()
      if (before !== store.rows) throw new Error(`${before} rows came in place of ${store.rows}`)
      store.seal()
    },
  }
}

/** The engine's type of a kept column. A bit comes as a byte of 0 or 1. */
function typeOf({ plan: { bits } }: Pick<StoredColumn, 'plan'>): string {
  if (bits === 64) return 'Float64'
  return bits === 1 ? 'UInt8' : `UInt${bits}`
}

type Coming = { readonly from: number; readonly bytes: Uint8Array }

function putCells(store: BlockStore, { at, cells }: StoredColumn, { from, bytes }: Coming): void {
  if (from + bytes.length > cells.byteLength) throw new Error('More rows came than the version has')
  store.bytes.set(bytes, at + from)
}

function putBits(store: BlockStore, { at, cells }: StoredColumn, { from, bytes }: Coming): void {
  if (from + bytes.length > cells.length * 8) throw new Error('More rows came than the version has')
  for (const [i, bit] of bytes.entries()) {
    const row = from + i
    if (bit === 1)
      store.bytes[at + (row >>> 3)] = (store.bytes[at + (row >>> 3)] as number) | (1 << (row & 7))
  }
}
