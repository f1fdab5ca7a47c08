import type { StrayRows } from './stray-rows.ts'

export const limits = {
  cellBytes: 1024 * 1024,
  rowBytes: 4 * 1024 * 1024,
  columns: 500,
  resyncs: 200,
} as const

export type Reject = {
  /** 1-based line of the file on which the row starts. */
  readonly line: number
  /** 1-based row of data. */
  readonly row: number
  readonly reason: string
  /** The first 200 bytes of the row as they are in the file. */
  readonly raw: string
}

export type ScanOptions = {
  readonly delimiter: string
  readonly isQuoted: boolean
  /** A backslash in a quoted cell takes the meaning from a quote after it, and from another backslash. */
  readonly isEscaped?: boolean
  /** Lines end with a carriage return alone. */
  readonly crEndsRow: boolean
  /** Cells a row must have; undefined accepts any number, for looking at a sample. */
  readonly columns?: number
  /** Rows may leave off empty cells at their end. */
  readonly isRagged?: boolean
  /** Per column: written to the output. All when absent. */
  readonly kept?: readonly boolean[]
  /** Per column: whether `None` and `-999` count as blank too. */
  readonly typed?: readonly boolean[]
  /** Cells stay as they are written: no word is read as nothing, no character reference is decoded. */
  readonly asWritten?: boolean
  /** Rows of data before the first: the header and what is above it. */
  readonly skipRows?: number
  /** Rows that are rejected, as they are no leads. */
  readonly strays?: StrayRows
  /** Each line starts with the number of its row. */
  readonly isNumbered?: boolean
  onReject?(reject: Reject): void
}

/** For a whole file, of which it is known how many columns it has. */
export type FileScan = ScanOptions & { readonly columns: number }
