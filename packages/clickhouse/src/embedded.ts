import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { availableParallelism, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { newSecret } from '@freeor/kernel/ids'
import { createOlap } from './client.ts'
import { type EngineProcess, EngineStartError, startEngineProcess } from './embedded-process.ts'
import type { StartMessage } from './embedded-protocol.ts'
import type { Log, Olap } from './olap.ts'
import { engineUnavailable } from './olap-error.ts'
import { openPools, type Pools } from './pools.ts'
import { proveSearchIsReadOnly } from './self-test.ts'

export type EmbeddedClickHouseOptions = {
  /** The data folder, locked by the caller. The engine's files go into its `clickhouse` folder. */
  readonly dataDir: string
  readonly log: Log
  /** Memory limit of the whole engine; half of the machine's memory by default. */
  readonly memoryBytes?: number
}

/** Where an engine on this data folder reads and writes named pipes. */
export const pipesFolderOf = (dataDir: string): string => resolve(dataDir, 'clickhouse-pipes')

export type EmbeddedClickHouse = Olap & {
  /** Holds the password, for a command of ours that joins the engine through `connectClickHouse`. Keep it secret. */
  readonly url: string
  /** The process the engine runs in now; it changes when the engine is started again. */
  readonly pid: number | undefined
}

type Running = { readonly process: EngineProcess; readonly pools: Pools }

/** How long an engine whose Freeor was killed may take to release the folder. */
const LEAVE_LIMIT_MS = 5_000
const RETRY_MS = 100
const LONGEST_PAUSE_MS = 3_000
const PING_EVERY_MS = 1_000
/**
 * A slow machine under load may miss some pings in a row: three ended an engine that was well, with all its statements.
 * A hung one answers none.
 */
const PINGS_MISSED = 8

/**
 * Starts ClickHouse (chDB) in a process of its own on the data folder and keeps it running: one that dies, hangs or
 * runs away is ended and started again, and meanwhile every call throws AppError `unavailable`.
 * @throws Error with a sentence that says what to do, when this platform has no engine or the folder is taken.
 */
export async function startEmbeddedClickHouse(
  options: EmbeddedClickHouseOptions,
): Promise<EmbeddedClickHouse> {
  const start = await prepareStart(options)
  const ending = new AbortController()
  let current: Running | undefined = await openEngine(start, options.log)
  // A restarted engine listens on the same port, so that processes that joined it still find it.
  start.port = current.process.port
  const watching = keepRunning()

  async function keepRunning(): Promise<void> {
    let failures = 0
    while (current !== undefined && !ending.signal.aborted) {
      const unwatch = killWhenHung(current, options.log)
      const how = await current.process.ended
      unwatch()
      await current.pools.close()
      current = undefined
      while (current === undefined && !ending.signal.aborted) {
        options.log('The search engine ended by itself and is started again', { how, failures })
        await delay(failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 100 * 2 ** failures))
        current = await openEngine(start, options.log).catch((error: unknown) => {
          options.log('The search engine could not be started', { error: String(error) })
          return undefined
        })
        failures = current === undefined ? failures + 1 : 0
      }
    }
    await current?.process.stop()
  }

  const olap = createOlap({
    pools() {
      if (current === undefined) throw engineUnavailable()
      return current.pools
    },
    async close() {
      ending.abort()
      await current?.process.stop()
      await watching
    },
  })
  const properties = { pid: { get: () => current?.process.pid }, url: { get: () => joinUrl(start) } }
  return Object.defineProperties(olap, properties) as EmbeddedClickHouse
}

async function prepareStart({ dataDir, memoryBytes }: EmbeddedClickHouseOptions): Promise<StartMessage> {
  const dataFolder = join(dataDir, 'clickhouse')
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  return {
    dataFolder,
    pipesFolder: pipesFolderOf(dataDir),
    secret: newSecret(),
    port: 0,
    memoryBytes: memoryBytes ?? Math.floor(totalmem() / 2),
    threads: availableParallelism(),
  }
}

async function openEngine(start: StartMessage, log: Log): Promise<Running> {
  const engine = await startProcess(start, log)
  const url = `http://127.0.0.1:${engine.port}`
  const login = (username: string) => ({ username, password: start.secret })
  const { pipesFolder } = start
  const pools = openPools({ url, search: login('search'), writer: login('writer'), pipesFolder })
  try {
    await proveSearchIsReadOnly(pools, createOlap({ pools: () => pools, close: async () => undefined }))
    // Now, while this process is small. Searches need none: on a full disk they go on without.
    await pools.pipes
      ?.fill()
      .catch((error: unknown) => log('No pipes could be made yet', { error: String(error) }))
    return { process: engine, pools }
  } catch (error) {
    engine.kill()
    await engine.ended
    throw error
  }
}

async function startProcess(start: StartMessage, log: Log): Promise<EngineProcess> {
  const until = Date.now() + LEAVE_LIMIT_MS
  while (true) {
    try {
      return await startEngineProcess(start, log)
    } catch (error) {
      const reason = error instanceof EngineStartError ? error.reason : 'other'
      if (reason === 'platform') throw unsupported(error)
      if (reason !== 'in_use') throw error
      // The engine locks its folder. One left behind by a killed Freeor ends itself at once, so wait a moment for it.
      if (Date.now() > until) {
        throw new Error(`Another process has the search data in ${start.dataFolder} open. Stop it first.`, {
          cause: error,
        })
      }
      await delay(RETRY_MS)
    }
  }
}

function joinUrl({ port, secret }: StartMessage): string {
  return `http://writer:${secret}@127.0.0.1:${port}`
}

function unsupported(cause: unknown): Error {
  return new Error(
    `ClickHouse cannot run inside Freeor on this platform (${process.platform}-${process.arch}). ` +
      'Set CLICKHOUSE_URL to a ClickHouse server, e.g. http://default:password@localhost:8123. ' +
      'On Windows, run Freeor in WSL2.',
    { cause },
  )
}

function killWhenHung({ process: engine }: Running, log: Log): () => void {
  let missed = 0
  const timer = setInterval(async () => {
    missed = (await answers(engine.port)) ? 0 : missed + 1
    if (missed !== PINGS_MISSED) return
    log('The search engine does not answer and is ended', { pid: engine.pid })
    engine.kill()
  }, PING_EVERY_MS)
  return () => clearInterval(timer)
}

/** Uses its own connection: those of the pools may all be in use. Not `fetch`, which tests of other parts replace. */
async function answers(port: number): Promise<boolean> {
  const late = new AbortController()
  // If this process itself was busy, the answer is waiting to be read: timers run first, so the ping gets one more
  // turn.
  const timer = setTimeout(() => setImmediate(() => setImmediate(() => late.abort())), PING_EVERY_MS - 50)
  const call = get({ host: '127.0.0.1', port, path: '/ping', agent: false, signal: late.signal })
  try {
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode === 200
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
