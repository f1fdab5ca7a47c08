import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Limiter, openLimiter } from '@freeor/kernel/limiter'
import { feedPipe, type PipeStock, readFromPipe, readPipe, writeToPipe } from './embedded-pipes.ts'
import { exceptionTail } from './exception-tail.ts'
import { engineLimits } from './limits.ts'
import {
  type Ask,
  type Insert,
  type Olap,
  type OlapSettings,
  type Pool,
  type StreamSelect,
  searchCaps,
} from './olap.ts'
import { engineUnavailable } from './olap-error.ts'
import type { Pools } from './pools.ts'
import { requireSearchText } from './search-text.ts'
import { answerOf, execute, readText, requireFormat, type Statement, statement } from './statement.ts'

const MIB = 1 << 20
/** A file of all leads takes a minute on a slow disk. */
const streamCaps = { seconds: 1_800, bytes: 512 * MIB }
const RESULT_BYTES = 64 * MIB
/** The engine ends a statement by itself at its cap; this much later we stop waiting for it. */
const GRACE_MS = 400

type Connection = {
  /** The pools now. @throws AppError `unavailable` while there is no engine. */
  pools(): Pools
  close(): Promise<void>
}

/** The port over any engine that speaks ClickHouse's HTTP interface. */
export function createOlap(connection: Connection): Olap {
  const refuse = () => engineUnavailable()
  const statements = openLimiter(engineLimits.statements, { refuse })
  const streams = openLimiter(engineLimits.streams, { refuse })
  return {
    ask: async (query) =>
      await statements.run({ signal: query.signal }, async () => await ask(connection.pools(), query)),
    stream: async (query) => await openStream(connection, streams, query),
    write: async (sql, params, options = {}) => {
      const settings = { ...options.settings, wait_end_of_query: 1 }
      const request = { pool: 'writer', sql, params, settings, signal: options.signal } as const
      await answerOf(connection.pools(), request)
    },
    insert: async (query) => await insert(connection.pools(), query),
    ping: async () => await ping(connection),
    close: async () => await connection.close(),
  }
}

async function ask<Row>(pools: Pools, query: Ask<Row>): Promise<Row[]> {
  const pool = query.pool ?? 'search'
  const caps = { ...searchCaps, ...query.caps }
  const settings = {
    ...capSettings(pool, caps),
    wait_end_of_query: 1,
    max_result_bytes: RESULT_BYTES,
    output_format_json_quote_64bit_integers: 1,
  }
  if (pool === 'search') requireSearchText(query.sql)
  // Not AbortSignal.timeout, which fires after every answer too.
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), caps.seconds * 1_000 + GRACE_MS)
  try {
    const request = statement(query, pool, { settings, format: 'JSONEachRow', deadline: deadline.signal })
    return readRows(await answerOf(pools, request), query.row)
  } finally {
    clearTimeout(timer)
  }
}

function readRows<Row>(text: string, row: Ask<Row>['row']): Row[] {
  const rows: Row[] = []
  for (const line of text.split('\n')) {
    if (line !== '') rows.push(row.parse(JSON.parse(line)))
  }
  return rows
}

async function openStream(connection: Connection, streams: Limiter, query: StreamSelect): Promise<Readable> {
  const pool = query.pool ?? 'search'
  if (pool === 'search') requireSearchText(query.sql)
  const settings = capSettings(pool, { ...streamCaps, ...query.caps })
  const release = await streams.acquire({ signal: query.signal })
  try {
    const request = statement(query, pool, { settings, format: query.format })
    const pools = connection.pools()
    if (pools.pipes !== undefined)
      return await streamThroughPipe(pools, { pipes: pools.pipes, request, ...query, release })
    const { stream, response_headers: headers } = await execute(pools, request)
    const result = exceptionTail(headers['x-clickhouse-exception-tag']?.toString())
    void transfer(stream, result, query.signal).finally(release)
    return result
  } catch (error) {
    release()
    throw error
  }
}

type PipedStream = Pick<StreamSelect, 'format'> & {
  readonly pipes: PipeStock
  readonly request: Statement
  release(): void
}

/** The reverse of the rows to the engine: HTTP would cost both processes as much as making the file. */
async function streamThroughPipe(
  pools: Pools,
  { pipes, request, format, release }: PipedStream,
): Promise<Readable> {
  const opened = Promise.withResolvers<Readable>()
  const done = pipes.use(async (path) => {
    const { bytes, finish } = readPipe(path)
    // It may break before anybody reads it. The reader then finds it broken.
    bytes.on('error', () => undefined)
    const unread = new AbortController()
    bytes.once('close', () => unread.abort(new Error('Nobody reads any more')))
    const signal = AbortSignal.any([unread.signal, ...(request.signal ? [request.signal] : [])])
    const sql = `${request.sql}\n${writeToPipe(path, requireFormat(format))}`
    const settings = { ...request.settings, wait_end_of_query: 1 }
    const running = answerOf(pools, { ...request, sql, settings, signal })
      // The reader gets the error where the rows stop.
      .catch((error: Error) => {
        bytes.destroy(error)
        throw error
      })
      .finally(finish)
    await Promise.race([running, once(bytes, 'readable')])
    opened.resolve(bytes)
    await running.catch(() => undefined)
    if (!bytes.closed) await once(bytes, 'close')
  })
  void done.catch(opened.reject).finally(release)
  return await opened.promise
}

async function transfer(from: Readable, to: ReturnType<typeof exceptionTail>, signal?: AbortSignal) {
  // pipeline ends both sides with the error, so the reader of `to` is told.
  await pipeline(from, to, signal === undefined ? {} : { signal }).catch(() => undefined)
}

async function insert(pools: Pools, query: Insert): Promise<void> {
  const sql = `${query.sql} FORMAT ${requireFormat(query.format)}`
  const settings = { ...query.settings, wait_end_of_query: 1 }
  const base = { pool: 'writer', params: query.params, settings } as const
  if (pools.pipes !== undefined) {
    await pools.pipes.use(async (path) => {
      const request = { ...base, sql: readFromPipe(sql, path), signal: query.signal }
      await insertThroughPipe(pools, { request, path, body: query.body })
    })
    return
  }
  const body = Readable.from(copied(query.body), { objectMode: false, highWaterMark: MIB })
  try {
    const { stream } = await execute(pools, { ...base, sql, signal: query.signal, body })
    // An unread answer would keep its connection forever.
    await readText(stream)
  } finally {
    body.destroy()
  }
}

type PipedInsert = {
  readonly request: Statement
  readonly path: string
  readonly body: AsyncIterable<Uint8Array>
}

/** On one machine the rows go straight to the engine: through HTTP they cost both processes as much as reading them. */
async function insertThroughPipe(pools: Pools, { request, path, body }: PipedInsert): Promise<void> {
  const broken = new AbortController()
  const signal = AbortSignal.any([broken.signal, ...(request.signal ? [request.signal] : [])])
  const running = answerOf(pools, { ...request, signal })
  const fed = feedPipe(path, body, {
    settled: running,
    beforeAbort: async (error) => {
      broken.abort(error)
      const sql = `KILL QUERY WHERE query_kind = 'Insert' AND position(query, {path:String}) > 0 ASYNC`
      await pools.text.writer.send({ sql, params: { path } }).catch(() => undefined)
    },
  })
  // The statement ends first and says why; rows that stopped coming are not waited for.
  fed.catch(() => undefined)
  await running
  await fed
}

/**
 * A request holds several chunks at the same time, but a chunk may be valid only until the next is requested. Each has a
 * turn of the event loop: while the socket takes every chunk immediately, an answer that comes early would not be read.
 */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield Buffer.from(chunk)
    await nextTurn()
  }
}

async function ping(connection: Connection): Promise<boolean> {
  try {
    const { success } = await connection
      .pools()
      .search.ping({ select: false, abort_signal: AbortSignal.timeout(2_000) })
    return success
  } catch {
    return false
  }
}

/** Set before `readonly`, in one request: from then on the statement's own text cannot change any of them. */
function capSettings(pool: Pool, caps: { seconds: number; bytes: number }): OlapSettings {
  const limits = { max_execution_time: caps.seconds, max_memory_usage: caps.bytes }
  return pool === 'writer' ? limits : { ...limits, allow_introspection_functions: 0, readonly: 1 }
}
