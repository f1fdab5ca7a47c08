import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstat, mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { locatePostgresBinaries, type PostgresBinaries } from './binaries.ts'
import { stopOrphan } from './cluster-processes.ts'
import { createDatabase, localUrl } from './local-connection.ts'
import { keepLogShort } from './server-log.ts'
import { type ServerCommand, superviseServer } from './supervisor.ts'
import { chooseRunner, type Runner } from './unprivileged.ts'

const run = promisify(execFile)

/** Writes one line to the log. */
export type Log = (message: string, fields?: Record<string, unknown>) => void

export type EmbeddedPostgresOptions = {
  /** The data folder, locked by the caller. The cluster goes into its `postgres` folder. */
  readonly dataDir: string
  readonly log: Log
  /** Server settings that override the defaults, e.g. `{ fsync: 'off' }` for tests. */
  readonly settings?: Readonly<Record<string, string>>
  /** How programs are run without root's rights; detected unless told. */
  readonly runner?: Runner
  /** Gives the start up, also while the server recovers after a crash. */
  readonly signal?: AbortSignal | undefined
  /** How long a server that starts may say nothing: a minute unless told. */
  readonly startLimitMs?: number
}

export type EmbeddedPostgres = {
  /** Connection URL of the database `freeor`, through the unix socket. */
  readonly url: string
  /** Fast shutdown: open transactions roll back, everything committed is on disk. Safe to call twice. */
  stop(): Promise<void>
  /** Kills it at once, as a power cut would: nothing more may be written into the folder. */
  kill(): void
}

/** The kernel's limit for a socket path is 108 bytes with the closing zero; on macOS it is 104. */
const SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103
const SOCKET_NAME = '.s.PGSQL.5432'

/** Durable, and sized for a laptop with two cores that also runs the site and the search engine. */
const durableSettings = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '80',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  max_parallel_workers_per_gather: '1',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
} as const

/**
 * Starts the built-in PostgreSQL on `dataDir/postgres`, made at the first start, and keeps it running: a server that
 * dies is started again. A server left over from a killed Freeor is stopped first. Its log is `postgres.log` in
 * `dataDir`.
 * @throws Error with a sentence for the operator when it cannot run here; the signal's reason
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, signal, startLimitMs } = options
  const binaries = await locatePostgresBinaries()
  const runner = options.runner ?? (await chooseRunner(binaries.postgres))
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const cluster = join(dataDir, 'postgres')
  await initializeCluster({ cluster, binaries, runner, log })
  await refuseOtherMajor(cluster, binaries, runner)
  const orphan = await stopOrphan(cluster)
  if (orphan !== undefined) log('Stopped the PostgreSQL that an earlier run left behind', { pid: orphan })
  const socketDir = await makeSocketFolder(dataDir, runner)
  const settings = { ...durableSettings, ...options.settings, unix_socket_directories: socketDir }
  const logFile = join(dataDir, 'postgres.log')
  const shortLog = await keepLogShort(logFile)
  const command: ServerCommand = {
    ...runner.command(binaries.postgres, [
      '-D',
      cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ]),
    options: { ...runner.options, cwd: cluster },
    logFile,
  }
  const maintenanceUrl = localUrl(socketDir, 'postgres')
  const server = await superviseServer({ command, url: maintenanceUrl, log, signal, startLimitMs })
  try {
    await createDatabase(maintenanceUrl, 'freeor')
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    url: localUrl(socketDir, 'freeor'),
    kill: () => server.kill(),
    async stop() {
      shortLog.stop()
      await server.stop()
      if (!socketDir.startsWith(dataDir)) await rm(socketDir, { recursive: true, force: true })
    },
  }
}

type ClusterSetup = {
  readonly cluster: string
  readonly binaries: PostgresBinaries
  readonly runner: Runner
  readonly log: Log
}

/**
 * Builds the cluster in another folder and moves it into place whole, so an interrupted start leaves nothing half made.
 */
async function initializeCluster({ cluster, binaries, runner, log }: ClusterSetup): Promise<void> {
  if (await exists(join(cluster, 'PG_VERSION'))) {
    await runner.own(cluster)
    return
  }
  const fresh = `${cluster}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  await runner.own(fresh)
  const { file, args } = runner.command(binaries.initdb, [
    '--pgdata',
    fresh,
    '--username=freeor',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
  ])
  try {
    await run(file, args, { ...runner.options, cwd: '/', timeout: 120_000 })
  } catch (cause) {
    const reason = (cause as { stderr?: string }).stderr?.trim() ?? ''
    throw new Error(`PostgreSQL could not set up its folder ${cluster}: ${reason}`, { cause })
  }
  await rename(fresh, cluster)
  log('Made a new PostgreSQL folder', { cluster })
}

async function refuseOtherMajor(cluster: string, binaries: PostgresBinaries, runner: Runner): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  const { file, args } = runner.command(binaries.postgres, ['-V'])
  const { stdout } = await run(file, args, { ...runner.options, cwd: '/' })
  const major = /(\d+)/.exec(stdout)?.[1]
  if (major !== made) {
    throw new Error(
      `The folder ${cluster} was made by PostgreSQL ${made}, and this is PostgreSQL ${major}. Start the Freeor that ` +
        'made it, dump the database there, and load it into a new data folder.',
    )
  }
}

/**
 * The folder of the unix socket, open to its owner only: in the data folder, or, when that path is too long for the
 * kernel, in a short one under the temporary folder named after the data folder.
 */
async function makeSocketFolder(dataDir: string, runner: Runner): Promise<string> {
  const near = join(dataDir, 'run')
  const fits = Buffer.byteLength(join(near, SOCKET_NAME)) <= SOCKET_PATH_BYTES
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const folder = fits ? near : join(await realpath(tmpdir()), `freeor-${name}`)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  // In a shared temporary folder somebody else could have made it first, to listen in our place.
  if (!found.isDirectory() || (found.mode & 0o077) !== 0 || !(await isOurs(found.uid))) {
    throw new Error(
      `The folder ${folder} must belong to the user who runs Freeor alone. Remove it, then start again.`,
    )
  }
  await runner.own(folder)
  return folder

  async function isOurs(uid: number): Promise<boolean> {
    return uid === process.getuid?.() || uid === runner.options.uid
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
