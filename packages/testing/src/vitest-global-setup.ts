import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '@freeor/postgres/database'
import { startEmbeddedPostgres } from '@freeor/postgres/embedded'
import { migrateDatabase } from '@freeor/postgres/migrate'
import type { TestProject } from 'vitest/node'
import { execute, withDatabase } from './postgres.ts'
import { openRunFolder } from './run-folder.ts'

type Server = { readonly url: string; stop(): Promise<void> }

/**
 * One PostgreSQL for the whole run, TEST_DATABASE_URL or a fresh embedded one, and in it one migrated template
 * database that each test file copies.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = await openRunFolder()
  process.env.TMPDIR = runFolder.path
  const server = await openServer(process.env.TEST_DATABASE_URL, join(runFolder.path, 'postgres'))
  const template = `freeor_template_${randomBytes(6).toString('hex')}`
  await execute(server.url, `CREATE DATABASE ${template}`)
  const { pool, close } = openDatabase(withDatabase(server.url, template))
  await migrateDatabase(pool)
  await close()
  project.provide('runFolder', runFolder.path)
  project.provide('postgresUrl', server.url)
  project.provide('postgresTemplate', template)
  project.provide('testS3Url', process.env.TEST_S3_URL ?? '')
  project.provide('realData', process.env.REAL_DATA ?? '')
  project.provide('faultRounds', Number(process.env.FAULT_ROUNDS ?? 1))
  project.provide('simulationSeconds', Number(process.env.SIMULATION_SECONDS ?? 10))
  const queries = process.env.SIMULATION_QUERIES
  project.provide('simulationQueries', queries === undefined ? undefined : Number(queries))
  project.provide('simulationSeed', Number(process.env.SIMULATION_SEED ?? 1))
  return async () => {
    await execute(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
    await server.stop()
    await runFolder.remove()
  }
}

async function openServer(url: string | undefined, dataDir: string): Promise<Server> {
  if (url) return { url, stop: async () => undefined }
  return await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    // Nothing here outlives the run, so nothing needs to reach the disk.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
}
