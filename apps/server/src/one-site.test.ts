import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  newDataFolder,
  runFreeorWith,
  type ServerProcess,
  serve,
  withDatabaseOf,
} from './testing/server-process.ts'

/** A server with one of the sites has no route, no job, no page and no engine of the other. */

type Running = { readonly server: ServerProcess; readonly dataDir: string; remove(): Promise<void> }

async function start(site: string): Promise<Running> {
  const { dataDir, remove } = await newDataFolder()
  const starting = await serve(dataDir, { sampleData: false, variables: [`SITES=${site}`] })
  return { server: await starting.ready, dataDir, remove }
}

const statusOf = async ({ server }: Running, path: string, init?: RequestInit) =>
  (await fetch(new URL(path, server.url), { redirect: 'manual', ...init })).status

/** `freeor` as it is run while a server with these sites runs. */
const freeor = (dataDir: string, site: string, ...args: string[]) =>
  runFreeorWith([`SITES=${site}`], dataDir, args)

const invariantsOf = async ({ dataDir }: Running, site: string) => {
  const { code, stdout, stderr } = await freeor(dataDir, site, 'doctor', '--json')
  expect(code, stderr).toBe(0)
  return (JSON.parse(stdout) as { invariants: { id: string }[] }).invariants.map(({ id }) => id)
}

/** Which of a table of Leads and one of Courses the running server's database has. */
const tablesIn = async ({ dataDir }: Running) =>
  await withDatabaseOf(dataDir, async (db) => {
    const tables = sql`to_regclass('saved_searches')::text AS leads, to_regclass('course_lessons')::text AS courses`
    return (await db.execute(sql`SELECT ${tables}`)).rows
  })
const ofBoth = [{ leads: 'saved_searches', courses: 'course_lessons' }]

const ofLeads = ['I1', 'I2', 'I3', 'I6', 'I11']

describe('Courses alone', () => {
  let running: Running
  let loadedModules: string

  beforeAll(async () => {
    const { dataDir, remove } = await newDataFolder()
    const record = join(dataDir, 'loaded-modules')
    const recorder = new URL(import.meta.resolve('@freeor/testing/record-loaded-modules'))
    recorder.searchParams.set('into', record)
    const variables = ['SITES=courses', `NODE_OPTIONS=--import=${recorder}`]
    const starting = await serve(dataDir, { sampleData: true, fromSources: true, variables })
    const server = await starting.ready
    running = { server, dataDir, remove }
    loadedModules = await readFile(record, 'utf8')
  })
  afterAll(async () => {
    await running.server.kill('SIGTERM')
    await running.remove()
  })

  test('is healthy without a search engine, whose packages are never loaded', async () => {
    const answer = await fetch(new URL('/api/health', running.server.url))
    expect(answer.status).toBe(200)
    const version = expect.stringMatching(/^\d/)
    expect(await answer.json()).toMatchObject({ status: 'ok', postgres: 'ok', clickhouse: 'off', version })
    expect(loadedModules).toContain('/packages/billing/')
    const ofTheEngine = loadedModules.split('\n').filter((url) => /chdb|clickhouse/.test(url))
    expect(ofTheEngine).toEqual([])
    // Its jobs, routes and commands are in these modules.
    expect(loadedModules).toContain('/sites/courses/courses-site.ts')
    expect(loadedModules).not.toMatch(
      /\/sites\/leads\/(leads-site|operations|upkeep|run-\w+|write-downloads)\.ts/,
    )
    // Nothing is traced here; the metrics' package loads only OpenTelemetry's empty interface.
    expect(loadedModules).not.toMatch(/@opentelemetry\/(sdk|exporter|resources|core)/)
    const { clickhouseUrl } = JSON.parse(await readFile(join(running.dataDir, 'engines.json'), 'utf8'))
    expect(clickhouseUrl).toBeUndefined()
  })

  test('has no call, no job and no page of Leads', async () => {
    expect(await statusOf(running, '/api/course-plans')).toBe(200)
    for (const path of ['/api/plans', '/api/dictionaries', '/api/geography/states', '/api/downloads'])
      expect(await statusOf(running, path), path).toBe(404)
    expect(await statusOf(running, '/api/imports/uploads', { method: 'POST' })).toBe(404)
    expect(await statusOf(running, '/')).toBe(200)
    for (const path of ['/search', '/downloads', '/imports']) expect(await statusOf(running, path)).toBe(404)
    const html = await (await fetch(new URL('/', running.server.url))).text()
    expect(html).not.toContain('Business leads')
  })

  test('has the tables of both sites, so that Leads can be served later', async () => {
    expect(await tablesIn(running)).toEqual(ofBoth)
  })

  test('is checked by its own invariants, and refuses commands of Leads', async () => {
    const ids = await invariantsOf(running, 'courses')
    expect(ids).toContain('I4')
    for (const id of ofLeads) expect(ids).not.toContain(id)
    for (const args of [
      ['import', 'leads.csv', '--dictionary', 'leads', '--json'],
      ['grant', 'ada@example.com', '5', '--reason', 'a test'],
    ]) {
      const { code, stderr } = await freeor(running.dataDir, 'courses', ...args)
      expect(code).toBe(2)
      expect(stderr).toContain('This command belongs to Leads, and SITES does not name leads.')
    }
  })
})

describe('Leads alone', () => {
  let running: Running

  beforeAll(async () => {
    running = await start('leads')
  })
  afterAll(async () => {
    await running.server.kill('SIGTERM')
    await running.remove()
  })

  test('is whole, and has no call and no page of Courses', async () => {
    const health = await (await fetch(new URL('/api/health', running.server.url))).json()
    expect(health).toMatchObject({ status: 'ok', clickhouse: 'ok' })
    expect(await statusOf(running, '/api/plans')).toBe(200)
    expect(await statusOf(running, '/api/course-plans')).toBe(404)
    const document = await (await fetch(new URL('/openapi.json', running.server.url))).text()
    expect(document).toContain('/api/dictionaries')
    expect(document).not.toContain('/api/course-plans')
    expect(await statusOf(running, '/search')).not.toBe(404)
    for (const path of ['/courses', '/quizzes', '/review', '/progress', '/org', '/verify.html'])
      expect(await statusOf(running, path), path).toBe(404)
  })

  test('has the tables of both sites, so that Courses can be served later', async () => {
    expect(await tablesIn(running)).toEqual(ofBoth)
  })

  test('is checked by its own invariants too', async () => {
    expect(await invariantsOf(running, 'leads')).toEqual(expect.arrayContaining(ofLeads))
  })
})
