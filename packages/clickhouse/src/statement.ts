import type { Readable } from 'node:stream'
import type { ClickHouseSettings, ExecResult } from '@clickhouse/client'
import { AppError } from '@freeor/kernel/errors'
import type { OlapParams, OlapSettings, Pool, Select } from './olap.ts'
import { asOlapError, engineUnavailable, searchTooWide } from './olap-error.ts'
import type { Pools } from './pools.ts'

/** A statement on its way to the engine. */
export type Statement = {
  readonly pool: Pool
  readonly sql: string
  readonly params: OlapParams | undefined
  readonly settings: OlapSettings
  readonly signal: AbortSignal | undefined
  readonly deadline?: AbortSignal
  readonly body?: Readable
}

export function statement(
  query: Select,
  pool: Pool,
  options: { settings: OlapSettings; format: string; deadline?: AbortSignal },
): Statement {
  const settings = { ...options.settings, default_format: requireFormat(options.format) }
  const base = { pool, sql: query.sql, params: query.params, settings, signal: query.signal }
  return options.deadline === undefined ? base : { ...base, deadline: options.deadline }
}

/** The whole answer of a statement. */
export async function answerOf(pools: Pools, request: Statement): Promise<string> {
  const { pool, sql, params, settings } = request
  request.signal?.throwIfAborted()
  try {
    return await pools.text[pool].send({ sql, params, settings, signal: signalOf(request) })
  } catch (error) {
    throw asCallersError(error, request)
  }
}

/** The answer of a statement as it comes, or one whose rows come as a stream. */
export async function execute(pools: Pools, request: Statement): Promise<ExecResult<Readable>> {
  request.signal?.throwIfAborted()
  const signal = signalOf(request)
  try {
    const options = {
      query: request.sql,
      clickhouse_settings: toSettings(request.settings),
      ...(request.params === undefined ? {} : { query_params: { ...request.params } }),
      ...(signal === undefined ? {} : { abort_signal: signal }),
    }
    const { body } = request
    const client = pools[request.pool]
    return body === undefined ? await client.exec(options) : await client.exec({ ...options, values: body })
  } catch (error) {
    throw asCallersError(error, request)
  }
}

function signalOf({ signal, deadline }: Statement): AbortSignal | undefined {
  return signal && deadline ? AbortSignal.any([signal, deadline]) : (signal ?? deadline)
}

function asCallersError(error: unknown, { signal, deadline, body }: Statement): unknown {
  if (signal?.aborted) return signal.reason
  if (deadline?.aborted) return searchTooWide(error)
  // The source of the rows broke, not the engine: the error is the caller's own.
  return body?.errored ?? asOlapError(error)
}

function toSettings(settings: OlapSettings): ClickHouseSettings {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))
}

/** @throws AppError `unavailable` when the engine breaks off */
export async function readText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk)
  } catch (error) {
    throw engineUnavailable(error)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** @throws AppError `internal` for what is not the name of a format */
export function requireFormat(format: string): string {
  if (!/^[A-Za-z]\w*$/.test(format)) throw new AppError('internal', `Not the name of a format: ${format}`)
  return format
}
