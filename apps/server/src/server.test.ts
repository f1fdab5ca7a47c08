import { listQueues } from '@freeor/postgres/job-queues'
import { freePort } from '@freeor/testing/free-port'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { type RunningServer, startServer } from './server.ts'
import { readScrape, sampleValue } from './testing/read-scrape.ts'
import { clientOf, signInSample } from './testing/server-client.ts'
import { newDataFolder, readLogEnd } from './testing/server-process.ts'
import { startTraceReceiver } from './testing/trace-receiver.ts'
import { version } from './version.ts'

let folder: Awaited<ReturnType<typeof newDataFolder>>
let database: TestDatabase
let starting: Promise<RunningServer> | undefined

beforeEach(async () => {
  folder = await newDataFolder()
  database = await testDatabase()
})
afterEach(async () => {
  await (await starting)?.stop(1000)
  await database.close()
  await folder.remove()
})

const names = (queues: readonly { name: string }[]) => queues.map(({ name }) => name)

test('a new installation answers no call before its queues are there', async () => {
  const { dataDir } = folder
  const port = await freePort()
  const config = readConfig({
    FREEOR_DATA: dataDir,
    DATABASE_URL: database.url,
    SAMPLE_DATA: 'false',
    LEADS_PORT: String(port),
    COURSES_PORT: '0',
  })
  starting = startServer(config, { isDevelopment: false, say: () => undefined })
  const url = `http://localhost:${port}`
  await vi.waitFor(
    async () => expect((await fetch(`${url}/api/health`, { method: 'HEAD' })).status).not.toBe(503),
    { timeout: 60_000, interval: 2 },
  )
  const atFirst = names(await listQueues(database.db))
  await starting
  expect(atFirst).toEqual(names(await listQueues(database.db)))
  expect(atFirst).toEqual(expect.arrayContaining(['deliver-mail', 'grant-due-lots', 'purge-expired']))

  const superAdmin = clientOf(url, await signInSample({ url, dataDir }, 'super_admin'))
  const listed = await superAdmin.call('GET', '/api/admin/jobs')
  expect(names(listed.body.queues)).toEqual(atFirst)
})

test('metrics and the health call have the ports that are configured, traces are sent where they should be, and the process sees itself', async () => {
  const { dataDir } = folder
  const receiver = await startTraceReceiver()
  const [port, metricsPort, healthPort] = [await freePort(), await freePort(), await freePort()]
  const config = readConfig({
    FREEOR_DATA: dataDir,
    DATABASE_URL: database.url,
    SITES: 'courses',
    SAMPLE_DATA: 'false',
    COURSES_PORT: String(port),
    METRICS_PORT: String(metricsPort),
    HEALTH_PORT: String(healthPort),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url,
    DEFAULT_COURSE: 'crs_nowhere',
  })
  starting = startServer(config, { isDevelopment: false, say: () => undefined })
  const { stop } = await starting
  const url = `http://localhost:${port}`
  const read = async () => readScrape(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
  const health = async (at: string) => await (await fetch(`${at}/api/health`)).json()
  // An engine that needs more than a second to answer counts as down until it is asked again.
  const isWell = { ...{ status: 'ok', postgres: 'ok', clickhouse: 'off', disk: 'ok' }, version }
  await expect
    .poll(async () => await Promise.all([health(url), health(`http://127.0.0.1:${healthPort}`)]))
    .toEqual([isWell, isWell])
  await fetch(`${url}/api/me`)
  expect(sampleValue(await read(), 'freeor_http_requests_total', { operation: 'readMe' })).toBe(1)
  const superAdmin = clientOf(url, await signInSample({ url, dataDir }, 'super_admin'))
  // Two spans where five minutes have ended since the start.
  const spans = expect.arrayContaining([expect.objectContaining({ memoryBytes: expect.any(Number) })])
  await expect
    .poll(async () => (await superAdmin.call('GET', '/api/admin/status')).body)
    .toMatchObject({ postgres: 'ok', clickhouse: 'off', spans })
  await expect.poll(() => receiver.spans.map(({ name }) => name)).toContain('GET readStatus')
  await stop(1000)
  await expect(read()).rejects.toThrow()
  await expect.poll(async () => await readLogEnd(dataDir)).toContain('there is no course crs_nowhere')
  await expect(health(`http://127.0.0.1:${healthPort}`)).rejects.toThrow()
  await receiver.close()
})
