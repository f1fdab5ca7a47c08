import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { ChildMessage, FailedReason, StartMessage, StopMessage } from './embedded-protocol.ts'
import type { Log } from './olap.ts'

export type EngineProcess = {
  readonly port: number
  readonly pid: number
  /** Settles when the process has ended, for whatever reason. */
  readonly ended: Promise<string>
  kill(): void
  /** Lets it close its files, then ends it. */
  stop(): Promise<void>
}

export class EngineStartError extends Error {
  readonly reason: FailedReason

  constructor(reason: FailedReason, message: string) {
    super(message)
    this.name = 'EngineStartError'
    this.reason = reason
  }
}

/** Statements in flight each hold one thread of the child's pool, a streamed insert two. */
const THREADS = 64
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 5_000

/** Starts the child and waits until it answers. @throws EngineStartError also when that takes too long */
export async function startEngineProcess(
  start: StartMessage,
  log: Log,
  { limitMs = START_LIMIT_MS } = {},
): Promise<EngineProcess> {
  const child = fork(new URL('./embedded-server.ts', import.meta.url), [], {
    execArgv: [],
    // A session of its own: Ctrl-C in the terminal must reach only us, as statements go on until they are drained.
    detached: true,
    env: { UV_THREADPOOL_SIZE: String(THREADS), TZ: 'UTC', PATH: '/usr/bin:/bin', ...compileCache() },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  })
  if (child.stderr !== null) {
    createInterface({ input: child.stderr }).on('line', (line) => log('ClickHouse wrote', { line }))
  }
  const ended = once(child, 'exit').then(([code, signal]) => `${signal ?? `code ${code}`}`)
  try {
    const port = await waitUntilReady(child, start, { ended, limitMs })
    return {
      port,
      pid: child.pid ?? 0,
      ended,
      kill: () => void child.kill('SIGKILL'),
      stop: async () => await stop(child, ended),
    }
  } catch (error) {
    child.kill('SIGKILL')
    await ended
    throw error
  }
}

/** Where Node keeps what it compiled, if it does: the child then need not strip the types of its sources. */
const compileCache = () => {
  const folder = getCompileCacheDir()
  // Of this version of Node, in the folder that was named.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

async function waitUntilReady(
  child: ChildProcess,
  start: StartMessage,
  { ended, limitMs }: { ended: Promise<string>; limitMs: number },
): Promise<number> {
  const limit = AbortSignal.timeout(limitMs)
  const answer = once(child, 'message', { signal: limit }).catch((error: unknown) => {
    if (!limit.aborted) throw error
    throw new EngineStartError('other', `The search engine did not start within ${limitMs / 1000} seconds`)
  })
  child.send(start)
  const first = await Promise.race([answer, ended])
  if (typeof first === 'string')
    throw new EngineStartError('other', `The search engine ended at its start: ${first}`)
  const message = first[0] as ChildMessage
  if (message.state === 'failed') throw new EngineStartError(message.reason, message.message)
  return message.port
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const message: StopMessage = { stop: true }
  // One that has just died is still connected; sending fails, and it is `ended` that tells.
  if (child.connected) child.send(message, () => undefined)
  const hard = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await ended
  clearTimeout(hard)
}
