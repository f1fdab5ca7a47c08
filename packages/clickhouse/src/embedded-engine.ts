import type { Readable } from 'node:stream'
import type { Session } from 'chdb'
import { feedPipe, makePipes, readFromPipe, readPipe, writeToPipe } from './embedded-pipes.ts'
import type { StartMessage } from './embedded-protocol.ts'
import {
  keepSessions,
  quote,
  readonlyLast,
  requireIdentifier,
  type Sessions,
  type Settings,
  setStatement,
} from './embedded-sessions.ts'
import { cacheMebibytes } from './engine-caches.ts'
import { olapDatabase, type Pool } from './olap.ts'
import { searchSettings, writerSettings } from './pool-settings.ts'

export type EngineStatement = {
  readonly pool: Pool
  readonly sql: string
  readonly params: Settings
  readonly settings: Settings
  /** Of the result. */
  readonly format: string
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export type Engine = {
  /** The whole result. */
  answer(statement: EngineStatement): Promise<Uint8Array>
  /** The result as it comes; `ended` rejects with the error, before or after the first bytes. */
  stream(statement: EngineStatement): { readonly bytes: Readable; readonly ended: Promise<void> }
  /** `INSERT … FROM input('…') FORMAT X` with the rows in `body`. */
  insert(statement: EngineStatement, body: AsyncIterable<Uint8Array>): Promise<void>
  close(): void
}

type Running = { readonly result: Promise<Uint8Array>; cancel(): Promise<void> }

const PIPES = 24
/** A statement that ignores its own cap is cancelled this much later. */
const CANCEL_AFTER_MS = 1_000
/**
 * One that ignores that too is ended with its process, and so with every statement. It is given this much time, and time to
 * use the processor: under load a statement that is well may need many seconds to end. One that waits and uses none is
 * given the last of these.
 */
const END_PROCESS_AFTER = { ms: 5_000, processorMs: 4_000, waitingMs: 30_000 }

/** Opens chDB on the folder. One engine a process: chDB binds one folder. */
export async function openEngine(start: StartMessage): Promise<Engine> {
  const { Session } = await import('chdb')
  const first = new Session(start.dataFolder, { connectionArgs: serverArguments(start) })
  const control = inTurn(first)
  await control(`CREATE DATABASE IF NOT EXISTS ${olapDatabase}`)
  const openSession = async (settings: Settings) => {
    const session = new Session(start.dataFolder)
    const own: Settings = [['max_threads', String(start.threads)], ...settingsOf(searchSettings)]
    const all: Settings = [...own, ...settings]
    try {
      await session.queryAsync(`USE ${olapDatabase}; ${setStatement(all)}`)
    } catch (error) {
      session.close()
      throw error
    }
    return session
  }
  const sessions: Record<Pool, Sessions> = {
    // These can only read.
    search: keepSessions(async (settings) => await openSession(readonlyLast(settings))),
    writer: keepSessions(async (settings) => await openSession([...settingsOf(writerSettings), ...settings])),
  }
  const pipes = await makePipes(start.pipesFolder, PIPES)
  let started = 0

  function run(statement: EngineStatement, sql: string): Running {
    started += 1
    const mark = `/*statement ${started}*/`
    const cancel = async () =>
      void (await control(`KILL QUERY WHERE startsWith(query, ${quote(mark)}) ASYNC`))
    return { result: execute(sessions[statement.pool], statement, mark + sql, cancel), cancel }
  }

  function takePipe(): string {
    const path = pipes.take()
    if (path === undefined)
      throw new Error('Code: 202. DB::Exception: No free pipe (TOO_MANY_SIMULTANEOUS_QUERIES)')
    return path
  }

  return {
    answer: async (statement) => await run(statement, statement.sql).result,
    stream(statement) {
      const path = takePipe()
      const { bytes, finish } = readPipe(path)
      const target = writeToPipe(path, requireIdentifier(statement.format))
      const ended = run(statement, `${statement.sql}\n${target}`).result.then(finish, (error: unknown) => {
        finish()
        throw error
      })
      const closed = new Promise((resolve) => bytes.once('close', resolve))
      // The last rows may still lie in the pipe when the statement has ended. The next user of the same pipe would read
      // them as its own, or we would read what it writes.
      void Promise.allSettled([ended, closed]).then(() => pipes.giveBack(path))
      return { bytes, ended }
    },
    async insert(statement, body) {
      const sql = statement.sql
      const path = takePipe()
      const running = run(statement, readFromPipe(sql, path))
      const fed = feedPipe(path, body, { settled: running.result, beforeAbort: running.cancel })
      const [result, feeding] = await Promise.allSettled([running.result, fed])
      pipes.giveBack(path)
      // A broken pipe only follows from the statement's own error.
      if (result.status === 'rejected') throw result.reason
      if (feeding.status === 'rejected') throw feeding.reason
    },
    close: () => first.close(),
  }
}

const settingsOf = (named: Readonly<Record<string, string | number>>): Settings =>
  Object.entries(named).map(([name, value]) => [name, String(value)])

/** Runs `sql` on a session that has the statement's settings and parameters, and nobody else's. */
async function execute(
  sessions: Sessions,
  statement: EngineStatement,
  sql: string,
  cancel: () => Promise<void>,
): Promise<Uint8Array> {
  requireParams(statement)
  const { settings, params, signal } = statement
  const session = await sessions.take(settings)
  const stopWatching = watch(statement, cancel)
  let isClean = false
  try {
    signal.throwIfAborted()
    // One call for both: each is a turn of the thread pool.
    const bind = setStatement(params.map(([name, value]) => [`param_${name}`, value]))
    const result = await session.queryAsync(params.length > 0 ? `${bind};${sql}` : sql, {
      format: requireIdentifier(statement.format),
    })
    isClean = true
    return result.bytes()
  } finally {
    stopWatching()
    // A session keeps what a failed statement held, also its entry in system.processes, until the next statement.
    if (!isClean) await session.queryAsync('SELECT 1').catch(() => undefined)
    sessions.giveBack(settings, session)
  }
}

/** Sized for a laptop with two cores that also runs the site and PostgreSQL. */
function serverArguments({ memoryBytes }: StartMessage): string[] {
  return [
    `--max_server_memory_usage=${memoryBytes}`,
    // By themselves up to 5 GB each: they fill with what was asked, and are in memory for good (127).
    ...Object.entries(cacheMebibytes).map(([cache, size]) => `--${cache}_cache_size=${size * 2 ** 20}`),
    // How many parts a mutation rewrites at once (099), and how long it pauses when that many are being rewritten: by
    // itself up to a second, in which nothing is begun (124).
    '--background_pool_size=8',
    '--background_merges_mutations_concurrency_ratio=2',
    '--background_processing_pool_thread_sleep_seconds_if_nothing_to_do=0.02',
    '--background_processing_pool_task_sleep_seconds_when_no_work_random_part=0.02',
    '--background_common_pool_size=2',
    '--background_move_pool_size=1',
    '--background_fetches_pool_size=1',
    '--background_schedule_pool_size=4',
  ]
}

/** A session runs one statement at a time: these wait for each other. */
function inTurn(session: Session): (sql: string) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return async (sql) => {
    const mine = last.then(async () => await session.queryAsync(sql))
    last = mine.catch(() => undefined)
    await mine
  }
}

/** A pooled session remembers earlier parameters: a placeholder without a value of this request is refused. */
function requireParams({ sql, params }: EngineStatement): void {
  const given = new Set(params.map(([name]) => name))
  for (const [, name] of sql.matchAll(/\{\s*([A-Za-z_]\w*)\s*:/g)) {
    if (name === undefined || given.has(name)) continue
    throw new Error(`Code: 456. DB::Exception: Substitution ${name} is not set (UNKNOWN_QUERY_PARAMETER)`)
  }
}

/** Cancels a statement that nobody waits for, or that is past its cap; one that cannot be cancelled ends the process. */
function watch({ settings, signal }: EngineStatement, cancel: () => Promise<void>): () => void {
  const cap = Number(settings.find(([name]) => name === 'max_execution_time')?.[1] ?? 0)
  const stop = () => void cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  const late = () => {
    stop()
    unwatch = endProcessLater()
  }
  const timer = cap > 0 ? setTimeout(late, cap * 1_000 + CANCEL_AFTER_MS) : undefined
  let unwatch = () => clearTimeout(timer)
  return () => {
    signal.removeEventListener('abort', stop)
    unwatch()
  }
}

/** Native code that never looks at the clock cannot be ended otherwise, and exit() would wait for its thread. */
function endProcessLater(): () => void {
  const [started, before] = [performance.now(), process.cpuUsage()]
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const ms = performance.now() - started
    const hasRun = ms >= END_PROCESS_AFTER.ms && (user + system) / 1_000 >= END_PROCESS_AFTER.processorMs
    if (hasRun || ms >= END_PROCESS_AFTER.waitingMs) process.kill(process.pid, 'SIGKILL')
  }, 250)
  return () => clearInterval(timer)
}
