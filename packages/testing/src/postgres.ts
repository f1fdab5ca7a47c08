import { randomBytes } from 'node:crypto'
import {
  type Database,
  type DatabaseOptions,
  type OpenDatabase,
  openDatabase,
} from '@freeor/postgres/database'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = {
  readonly db: Database
  readonly pool: pg.Pool
  readonly url: string
  /** Closes the connections and drops the database. */
  close(): Promise<void>
}

export type TestDatabaseOptions = {
  /** Another URL for the database, e.g. through a proxy that the test can pause; gives its URL. */
  readonly through?: (url: string) => Promise<string>
  readonly limits?: DatabaseOptions
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    postgresTemplate: string
    /** TEST_S3_URL; empty unless given. */
    testS3Url: string
    /** How often each fault is tried: FAULT_ROUNDS; 20 for a full run. */
    faultRounds: number
    /** The length and the seed of the simulated life of companies. */
    simulationSeconds: number
    simulationSeed: number
    /** Random queries to ask; as many as the suite asks unless told. */
    simulationQueries: number | undefined
    /** The folder of real files that REAL_DATA names; empty unless given. */
    realData: string
  }
}

/** A fresh, migrated database on the run's PostgreSQL: a copy of the template, made in tens of milliseconds. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const maintenanceUrl = inject('postgresUrl')
  const name = `freeor_test_${randomBytes(8).toString('hex')}`
  await execute(
    maintenanceUrl,
    `CREATE DATABASE ${name} TEMPLATE ${inject('postgresTemplate')} STRATEGY FILE_COPY`,
  )
  const url = withDatabase(maintenanceUrl, name)
  const reached = options.through ? await options.through(url) : url
  // Ten times as patient as a server: four workers share the cores, and some tests have fifty callers at once.
  const { db, pool, close } = openDatabase(reached, {
    connections: 10,
    connectMilliseconds: 60_000,
    statementMilliseconds: 200_000,
    ...options.limits,
  })
  return {
    db,
    pool,
    url: reached,
    async close() {
      await close()
      await execute(maintenanceUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** Another URL for a database of the run, e.g. through a proxy that a test can break. */
export const connectTo = (url: string): OpenDatabase => openDatabase(url)

/** The same server and user, another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Runs one statement on a connection of its own. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
