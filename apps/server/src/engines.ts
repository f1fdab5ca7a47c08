import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Olap } from '@freeor/clickhouse/olap'
import { AppError } from '@freeor/kernel/errors'
import { DataFolderInUse, lockDataFolder } from '@freeor/postgres/data-folder'
import { type OpenDatabase, openDatabase } from '@freeor/postgres/database'
import { startEmbeddedPostgres } from '@freeor/postgres/embedded'
import { migrateDatabase } from '@freeor/postgres/migrate'
import { announceEngines, findAnnouncement, withdrawAnnouncement } from './announcement.ts'
import { type Config, ConfigError } from './config.ts'
import { failureOfNetwork } from './plain-failures.ts'

export type EngineLog = (message: string, fields?: Record<string, unknown>) => void

export type Engines = {
  database: OpenDatabase
  databaseUrl: string
  /** Undefined where no site that is served needs it. */
  olap: Olap | undefined
  /** True when this process only joined the engines of a running server. */
  isAttached: boolean
  close(): Promise<void>
}

/**
 * Takes the data folder, starts (or connects) both engines and migrates.
 * @param signal gives up a start that takes long, as after a crash
 * @throws DataFolderInUse naming the process that holds the folder; ConfigError for an engine that cannot be reached; the
 * signal's reason
 */
export async function openEngines(config: Config, log: EngineLog, signal?: AbortSignal): Promise<Engines> {
  let killPostgres = () => {}
  const lock = await lockDataFolder(config.dataDir, {
    onLost() {
      log('Another process has taken the data folder: this one ends')
      killPostgres()
      process.exit(1)
    },
  })
  const closers: (() => Promise<unknown>)[] = [() => lock.release()]
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    // A killed process left its own announcement behind.
    await withdrawAnnouncement(config.dataDir)
    const opening = [openPostgres(config, log, signal), openClickHouse(config, log)] as const
    // When one cannot start, the other must not stay behind.
    for (const engine of await Promise.allSettled(opening))
      if (engine.status === 'fulfilled') closers.push(engine.value.stop)
    const [postgres, clickhouse] = await Promise.all(opening)
    killPostgres = postgres.kill
    const database = openDatabase(postgres.url, {
      onIdleError: (error) => log('A database connection broke', { error: error.message }),
    })
    closers.push(() => database.close())
    if (config.postgres.kind === 'url') await reachPostgres(database)
    await migrateDatabase(database.pool)
    await announceEngines(config.dataDir, { databaseUrl: postgres.url, clickhouseUrl: clickhouse.url })
    closers.push(() => withdrawAnnouncement(config.dataDir))
    return { database, databaseUrl: postgres.url, olap: clickhouse.olap, isAttached: false, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Refuses a folder that no server has used: a new installation would be made there, and its empty backup be believed.
 * With DATABASE_URL only the folder itself must be there: each of several servers has one, and a new one is empty.
 * @throws AppError not_found, naming the folder
 */
export async function requireInstallation({ dataDir, postgres }: Config): Promise<void> {
  const place = postgres.kind === 'embedded' ? join(dataDir, 'postgres') : dataDir
  const isThere = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isThere) return
  throw new AppError(
    'not_found',
    `There is no installation of Freeor in ${dataDir}. Set FREEOR_DATA to the data folder of the server.`,
  )
}

/** For commands: joins the engines of the server that runs on this folder, or opens them for the command alone. */
export async function joinEngines(config: Config, log: EngineLog): Promise<Engines> {
  try {
    return await openEngines(config, log)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    const announcement = await findAnnouncement(config.dataDir)
    if (announcement === undefined) throw error
    const { databaseUrl, clickhouseUrl } = announcement
    const database = openDatabase(databaseUrl, { connections: 4 })
    const olap = clickhouseUrl === undefined ? undefined : await joinClickHouse(config, clickhouseUrl, log)
    const close = async () => {
      await olap?.close()
      await database.close()
    }
    return { database, databaseUrl, olap, isAttached: true, close }
  }
}

type Postgres = { readonly url: string; stop(): Promise<void>; kill(): void }

async function openPostgres(
  config: Config,
  log: EngineLog,
  signal: AbortSignal | undefined,
): Promise<Postgres> {
  const choice = config.postgres
  switch (choice.kind) {
    case 'embedded':
      log('Starting the built-in PostgreSQL')
      return await startEmbeddedPostgres({ dataDir: config.dataDir, log, signal })
    case 'url':
      log('Using the PostgreSQL at DATABASE_URL')
      return { url: choice.url, stop: async () => undefined, kill: () => undefined }
    default:
      return choice satisfies never
  }
}

/** @throws ConfigError where nothing answers or the login is refused */
async function reachPostgres({ pool }: OpenDatabase): Promise<void> {
  try {
    await pool.query('SELECT 1')
  } catch (cause) {
    throw new ConfigError(
      `PostgreSQL at DATABASE_URL cannot be used: ${reasonOf(cause)}. Check the address, user, password and database.`,
      { cause },
    )
  }
}

const reasonOf = (error: unknown): string =>
  failureOfNetwork(error) ?? (error instanceof Error ? error.message : String(error))

type ClickHouse = { olap: Olap | undefined; url: string | undefined; stop(): Promise<void> }

// Its packages are loaded only where a site needs them.
async function openClickHouse(config: Config, log: EngineLog): Promise<ClickHouse> {
  const choice = config.clickhouse
  switch (choice.kind) {
    case 'off':
      return { olap: undefined, url: undefined, stop: async () => undefined }
    case 'embedded': {
      log('Starting the built-in ClickHouse (chDB)')
      const { startEmbeddedClickHouse } = await import('@freeor/clickhouse/embedded')
      const embedded = await startEmbeddedClickHouse({ dataDir: config.dataDir, log })
      return { olap: embedded, url: embedded.url, stop: () => embedded.close() }
    }
    case 'url': {
      log('Using the ClickHouse at CLICKHOUSE_URL')
      const { connectClickHouse } = await import('@freeor/clickhouse/remote')
      const olap = await connectClickHouse({ url: choice.url, log }).catch((error: Error) => {
        // Without a cause it is no refusal of the server, and its stack is needed.
        throw error.cause === undefined
          ? error
          : new ConfigError(`${error.message}: ${reasonOf(error.cause)}`)
      })
      return { olap, url: choice.url, stop: () => olap.close() }
    }
    default:
      return choice satisfies never
  }
}

async function joinClickHouse(config: Config, url: string, log: EngineLog): Promise<Olap> {
  const { connectClickHouse } = await import('@freeor/clickhouse/remote')
  if (config.clickhouse.kind !== 'embedded') return await connectClickHouse({ url, log })
  const { pipesFolderOf } = await import('@freeor/clickhouse/embedded')
  return await connectClickHouse({ url, log, pipesFolder: pipesFolderOf(config.dataDir) })
}

/** The search engine, for callers that need one. @throws AppError unavailable where no site that is served needs it */
export function requireOlap({ olap }: Pick<Engines, 'olap'>): Olap {
  if (olap) return olap
  throw new AppError('unavailable', 'The search engine is off: no site that is served needs it.')
}
