import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** Begins what measures a statement, whose text it gets without the bound values. @returns what ends it */
export type StartStatement = (text: string) => (error?: unknown) => void

/** Calls `start` for each statement of the pool's connections, in the async context of whoever sends it. */
export function traceStatements(pool: pg.Pool, start: StartStatement): void {
  const traced = new WeakSet<pg.PoolClient>()
  const connect: (callback?: unknown) => unknown = pool.connect.bind(pool)
  const inOwnContext = (callback?: unknown) =>
    // A callback that waited for a connection would run in the context of whoever gave one back.
    connect(typeof callback === 'function' ? AsyncLocalStorage.bind(callback as () => unknown) : undefined)
  pool.connect = inOwnContext as typeof pool.connect
  pool.on('acquire', (client) => {
    if (traced.has(client)) return
    traced.add(client)
    const query: (...given: unknown[]) => unknown = client.query.bind(client)
    client.query = ((...given: unknown[]) => traceOne(query, given, start)) as typeof client.query
  })
}

/** A statement's text; undefined for what reads in its own way, like a cursor. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const { text, submit } = (query ?? {}) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && typeof submit !== 'function' ? text : undefined
}

function traceOne(
  query: (...given: unknown[]) => unknown,
  given: readonly unknown[],
  start: StartStatement,
): unknown {
  const text = textOf(given[0])
  if (text === undefined) return query(...given)
  const end = start(text)
  const last = given.at(-1)
  if (typeof last === 'function')
    return query(...given.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
      end(error ?? undefined)
      last(error, ...rest)
    })
  const answer = query(...given)
  if (answer instanceof Promise) {
    answer.then(
      () => end(),
      (error: unknown) => end(error),
    )
  } else end()
  return answer
}
