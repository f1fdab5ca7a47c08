import { importLeads } from '@freeor/leads/import/commands'
import { memorySource } from '@freeor/leads/import/testing'
import { type OpenDatabase, openDatabase } from '@freeor/postgres/database'
import { freePort } from '@freeor/testing/free-port'
import { testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CompaniesFixture, download, openCompaniesFixture } from '../testing/companies-fixture.ts'
import { firmsDictId } from '../testing/firms.ts'
import { operations } from '../testing/operations-under-test.ts'
import {
  expectSample,
  metricsHeaders,
  metricsToken,
  readScrape,
  sampleValue,
  scrape,
} from '../testing/read-scrape.ts'
import { openTestSystem } from '../testing/test-system.ts'
import { otherRequests } from './open-metrics.ts'
import { readFigures } from './read-figures.ts'
import { listenForMetrics, metricsTokenOf } from './serve-metrics.ts'

const variables = { METRICS_TOKEN: metricsToken }

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 40, variables })
})
afterAll(async () => await fixture.close())

const search = async (filter: string) =>
  await fixture.call('POST', `/api/search/${firmsDictId}`, { as: fixture.people.owner, body: { filter } })

describe('who may read the metrics', () => {
  const answerTo = async (headers: Record<string, string>, app = fixture.app) => {
    const answer = await app.request('/metrics', { headers })
    return { status: answer.status, text: (await answer.text()).replaceAll(/nonce="[^"]*"/g, '') }
  }
  const unknown = async (app = fixture.app) => {
    const answer = await app.request('/metricz')
    return { status: answer.status, text: (await answer.text()).replaceAll(/nonce="[^"]*"/g, '') }
  }

  test('whoever has the token; for everybody else the path is an unknown one', async () => {
    expect((await answerTo(metricsHeaders)).text).toContain('freeor_http_requests_total')
    const { authorization } = metricsHeaders
    for (const wrong of [
      '',
      'Bearer',
      'Bearer ',
      metricsToken,
      `Basic ${metricsToken}`,
      `${authorization}x`,
      authorization.slice(0, -1),
      `Bearer  ${metricsToken}`,
    ])
      expect(await answerTo({ authorization: wrong }), wrong).toEqual(await unknown())
    expect(await answerTo({ cookie: `metrics=${metricsToken}` })).toEqual(await unknown())
  })

  test('a super admin’s session or key is no token', async () => {
    const answer = await fixture.call('GET', '/metrics', { as: fixture.people.superAdmin })
    expect(answer.text).not.toContain('freeor_http_requests_total')
  })

  test('nobody where no token is configured, not even with an empty one', async () => {
    const system = await openTestSystem({ jobs: false, sites: 'courses' })
    try {
      for (const authorization of ['Bearer undefined', 'Bearer ', `Bearer ${metricsToken}`])
        expect(await answerTo({ authorization }, system.app)).toEqual(await unknown(system.app))
    } finally {
      await system.close()
    }
  })

  test('a port of their own is on loopback, answers this path alone, and is then the only place', async () => {
    const port = await freePort()
    const listen = { port, host: '127.0.0.1' }
    const open = await listenForMetrics({ listen, token: undefined }, fixture.deps)
    try {
      const read = async (path: string, init?: RequestInit) =>
        await fetch(`http://127.0.0.1:${port}${path}`, init)
      const isUp = async () =>
        sampleValue(readScrape(await (await read('/metrics?from=prometheus')).text()), 'freeor_postgres_up')
      await expect.poll(isUp).toBe(1)
      for (const path of ['/', '/metrics/', '/api/me']) expect((await read(path)).status).toBe(404)
      expect((await read('/metrics', { method: 'POST' })).status).toBe(404)
      await expect(listenForMetrics({ listen, token: undefined }, fixture.deps)).rejects.toThrow(
        /METRICS_PORT/,
      )
    } finally {
      await open.close()
    }
    expect(metricsTokenOf({ listen, token: metricsToken })).toBeUndefined()
  })

  test('a token is asked for at the port too', async () => {
    const port = await freePort()
    const listen = { port, host: '127.0.0.1' }
    const open = await listenForMetrics({ listen, token: metricsToken }, fixture.deps)
    try {
      const url = `http://127.0.0.1:${port}/metrics`
      expect((await fetch(url)).status).toBe(404)
      expect((await fetch(url, { headers: metricsHeaders })).status).toBe(200)
    } finally {
      await open.close()
    }
  })
})

test('a request is counted once by its operation, method and status, and its time is in the histogram', async () => {
  const labels = { operation: 'readMe', method: 'GET', status: '4xx' }
  const before = await scrape(fixture)
  await fixture.call('GET', '/api/me')
  await fixture.call('GET', '/api/me')
  const after = await scrape(fixture)
  const grown = (name: string, of: Record<string, string>) =>
    (sampleValue(after, name, of) ?? 0) - (sampleValue(before, name, of) ?? 0)
  const status = (await fixture.call('GET', '/api/me')).status
  const own = { ...labels, status: `${Math.floor(status / 100)}xx` }
  expect(grown('freeor_http_requests_total', own)).toBe(2)
  expect(grown('freeor_http_request_duration_seconds_count', { operation: 'readMe' })).toBe(2)
  expect(grown('freeor_http_request_duration_seconds_bucket', { operation: 'readMe', le: '+Inf' })).toBe(2)
})

test('whatever is asked for, labels have no path, no id and no method that somebody invented', async () => {
  const secret = 'usr_secret0secret0secret0secret'
  for (let turn = 0; turn < 60; turn++) {
    await fixture.request('GET', `/api/admin/users/${secret}${turn}`)
    await fixture.request('GET', `/api/nothing/${secret}${turn}`)
    await fixture.request('GET', `/${secret}${turn}/page`)
    await fixture.request(turn % 2 ? 'PURGE' : 'PROPFIND', `/api/me?${secret}`)
    await fixture.request('GET', `/api/search/${secret}/suggest`)
  }
  const { samples } = await scrape(fixture)
  const known = {
    operation: new Set<string>([...operations.map(({ id }) => id), ...Object.values(otherRequests)]),
    method: new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other']),
    status: new Set(['1xx', '2xx', '3xx', '4xx', '5xx']),
  }
  for (const [name, values] of Object.entries(known))
    for (const { labels } of samples)
      if (labels[name] !== undefined) expect([...values]).toContain(labels[name])
  expect(
    samples.flatMap(({ labels }) => Object.values(labels)).filter((value) => /secret|@/.test(value)),
  ).toEqual([])
  const names = new Set(samples.flatMap(({ labels }) => Object.keys(labels)))
  for (const one of ['user', 'company', 'path', 'url', 'email', 'id', 'requestId'])
    expect(names).not.toContain(one)
})

test('a request that a limit refuses is counted under its operation', async () => {
  const of = { operation: 'reportError' }
  const before = sampleValue(await scrape(fixture), 'freeor_rate_limit_refusals_total', of) ?? 0
  // One after the other: how many of them run at the same time is up to the machine.
  const report = { body: { error: 'TypeError: x', location: '/search' }, address: '192.0.2.77' }
  const statuses: number[] = []
  for (let sent = 0; sent < 33; sent++)
    statuses.push((await fixture.call('POST', '/api/errors', report)).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  expect(sampleValue(await scrape(fixture), 'freeor_rate_limit_refusals_total', of)).toBe(before + 3)
})

test('a search is counted as answered by the engine first, and from what is kept the second time', async () => {
  const ways = async () => {
    const now = await scrape(fixture)
    const of = (way: string) => sampleValue(now, 'freeor_search_answers_total', { way }) ?? Number.NaN
    return { engine: of('engine'), kept: of('kept') }
  }
  const start = await ways()
  expect((await search('employees:7..11')).status).toBe(200)
  const asked = await ways()
  expect(asked.engine).toBeGreaterThan(start.engine)
  expect(asked.kept).toBe(start.kept)
  expect((await search('employees:7..11')).status).toBe(200)
  const again = await ways()
  expect(again.engine).toBe(asked.engine)
  expect(again.kept).toBeGreaterThan(asked.kept)
})

test('downloads, their jobs and imports are counted by how they ended', async () => {
  const before = await scrape(fixture)
  expect(sampleValue(before, 'freeor_downloads_total', { result: 'ready' })).toBe(0)
  expect(sampleValue(before, 'freeor_imports_total', { result: 'failed' })).toBe(0)
  expect((await download(fixture, fixture.people.owner, { limit: 3 })).state).toBe('ready')
  const { imports } = fixture.deps
  const order = { dictId: 'tiny', source: memorySource('Company,State\nOne,TX\n') }
  await importLeads(imports, order)
  const cancelled = AbortSignal.abort(new Error('cancelled'))
  await expect(importLeads(imports, { ...order, signal: cancelled })).rejects.toThrow()
  await expect
    .poll(async () => sampleValue(await scrape(fixture), 'freeor_downloads_total', { result: 'ready' }))
    .toBe(1)
  const after = await scrape(fixture)
  expect(sampleValue(after, 'freeor_imports_total', { result: 'done' })).toBe(1)
  expect(sampleValue(after, 'freeor_imports_total', { result: 'cancelled' })).toBe(1)
  const runs = { queue: 'write-download', result: 'done' }
  expect(sampleValue(after, 'freeor_job_duration_seconds_count', runs)).toBe(1)
})

test('figures of the process and of its event loop are there, and the version', async () => {
  const now = await scrape(fixture, 'freeor_queue_jobs_due')
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'process_cpu_seconds_total',
  ])
    expect(sampleValue(now, name)).toBeGreaterThanOrEqual(0)
  expect(sampleValue(now, 'freeor_build_info', { version: fixture.deps.version })).toBe(1)
  expect(sampleValue(now, 'freeor_postgres_connections_max')).toBe(fixture.deps.db.$client.options.max)
  expect(sampleValue(now, 'freeor_queue_jobs_due', { queue: 'deliver-mail' })).toBeGreaterThanOrEqual(0)
})

test('every metric of ours is named as Prometheus asks: counters end in total, times in seconds', async () => {
  const { types } = await scrape(fixture)
  const own = [...types].filter(([name]) => name.startsWith('freeor_'))
  expect(own.length).toBeGreaterThan(15)
  for (const [name, type] of own) {
    expect(name).toMatch(/^freeor_[a-z_]+$/)
    expect(name.endsWith('_total'), name).toBe(type === 'counter')
    if (type === 'histogram') expect(name).toMatch(/_seconds$/)
  }
})

test('however many ask, the database is read once in five seconds', async () => {
  const first = await readFigures(fixture.deps)
  const all = await Promise.all(Array.from({ length: 50 }, async () => await readFigures(fixture.deps)))
  for (const one of all) expect(one).toBe(first)
})

describe('an engine that is down', () => {
  let dead: OpenDatabase

  beforeAll(async () => {
    dead = openDatabase(`postgres://nobody@127.0.0.1:${await freePort()}/none`)
  })
  afterAll(async () => await dead.close())

  test('PostgreSQL is 0 and what it knows is absent; the scrape succeeds', async () => {
    const app = fixture.appWith({ db: dead.db })
    const now = await scrape({ app })
    expect(sampleValue(now, 'freeor_postgres_up')).toBe(0)
    await expectSample({ app }, 'freeor_clickhouse_up', 1)
    expect(now.types.has('freeor_mail_waiting')).toBe(false)
    expect(sampleValue(now, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  })

  test('ClickHouse is 0; it is absent where no served site needs it', async () => {
    const engine = await testOlap()
    await engine.olap.close()
    const app = fixture.appWith({ searchEngine: engine.olap })
    expect(sampleValue(await scrape({ app }), 'freeor_clickhouse_up')).toBe(0)
    const without = fixture.appWith({ searchEngine: undefined })
    expect((await scrape({ app: without })).types.has('freeor_clickhouse_up')).toBe(false)
    await expectSample({ app: without }, 'freeor_postgres_up', 1)
  })
})

test('a site’s own counters are absent where it is not served', async () => {
  const system = await openTestSystem({ jobs: false, sites: 'courses', variables })
  try {
    const { types } = await scrape(system, 'freeor_mail_waiting')
    expect([...types.keys()].filter((name) => /search|import|clickhouse/.test(name))).toEqual([])
  } finally {
    await system.close()
  }
})
