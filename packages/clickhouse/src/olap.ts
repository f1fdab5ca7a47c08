import type { Readable } from 'node:stream'
import type { ZodType } from 'zod'

/** The one database of ours, in either engine. */
export const olapDatabase = 'freeor'

export type OlapParam = string | number | bigint | boolean | null | readonly OlapParam[]

/** Values of the `{name:Type}` placeholders. User text reaches the engine this way only. */
export type OlapParams = Readonly<Record<string, OlapParam>>

/** Engine settings of one statement, e.g. `{ format_csv_delimiter: ';' }`. Never from user text. */
export type OlapSettings = Readonly<Record<string, string | number>>

/** What one statement may cost: wall-clock seconds and bytes of memory. */
export type Caps = { readonly seconds?: number; readonly bytes?: number }

/** Those of a statement that says none, other than of a stream. */
export const searchCaps = { seconds: 3, bytes: 256 << 20 }

/**
 * `search`: read-only, capped, one SELECT of ours with bound values; files, URLs and system tables are refused.
 * `writer`: everything the engine can do; statements that no user's text went into.
 */
export type Pool = 'search' | 'writer'

export type Select = {
  readonly sql: string
  readonly params?: OlapParams
  readonly caps?: Caps
  readonly signal?: AbortSignal
  /** `search` by default. `writer` is for reading system tables, with text of our own. */
  readonly pool?: Pool
}

export type Ask<Row> = Select & { readonly row: ZodType<Row> }

export type StreamSelect = Select & {
  /** ClickHouse's name of the output format: `CSVWithNames`, `JSONEachRow`, `Parquet`. */
  readonly format: string
}

export type Insert = {
  /** `INSERT INTO t SELECT … FROM input('c1 String, …')`, without FORMAT. */
  readonly sql: string
  /** ClickHouse's name of the input format: `TabSeparated`, `CSV`, `RowBinary`. */
  readonly format: string
  /** A chunk must stay valid only until the next is requested. */
  readonly body: AsyncIterable<Uint8Array>
  readonly params?: OlapParams
  readonly settings?: OlapSettings
  readonly signal?: AbortSignal
}

/**
 * The engine of the lead search: ClickHouse in a process of our own, or a server at `CLICKHOUSE_URL`.
 * Every method throws AppError `search_too_wide` when a cap was passed and `unavailable` when the engine is not there;
 * an aborted signal rejects with the signal's reason and ends the statement in the engine.
 */
export interface Olap {
  /** The rows of one SELECT, each checked by `row`. 64-bit integers come as strings. Result up to 64 MiB. */
  ask<Row>(query: Ask<Row>): Promise<Row[]>
  /** The result as bytes in `format`, of any size, with back pressure. An error on the way destroys the stream with it. */
  stream(query: StreamSelect): Promise<Readable>
  /** A statement without a result, on the writer session: DDL, `INSERT … SELECT`. Never user text in `sql`. */
  write(sql: string, params?: OlapParams, options?: WriteOptions): Promise<void>
  /** An INSERT fed by a stream of any size. After a failure part of the rows may be stored: drop the table. */
  insert(query: Insert): Promise<void>
  /** Whether the engine answers now. Never throws. */
  ping(): Promise<boolean>
  close(): Promise<void>
}

export type WriteOptions = { readonly settings?: OlapSettings; readonly signal?: AbortSignal }

/** One line of the running log. */
export type Log = (message: string, fields?: Record<string, unknown>) => void
