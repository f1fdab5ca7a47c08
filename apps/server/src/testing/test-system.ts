import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quickHasher } from '@freeor/accounts/testing'
import type { Site } from '@freeor/kernel/site'
import { testOlap } from '@freeor/testing/olap'
import { type TestDatabase, type TestDatabaseOptions, testDatabase } from '@freeor/testing/postgres'
import pino from 'pino'
import { createApp } from '../app.ts'
import { type Composed, composeDeps, type Surroundings } from '../compose.ts'
import { type Config, readConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Engines } from '../engines.ts'
import type { SitePages } from '../http/site-pages.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { logOptions } from '../logged-values.ts'
import { metricsTokenOf } from '../metrics/serve-metrics.ts'
import { siteAddresses } from '../site-addresses.ts'
import type { CoursesDeps } from '../sites/courses/courses-deps.ts'
import type { LeadsDeps } from '../sites/leads/leads-deps.ts'
import { buildRequest, type Call, type CallOptions, readAnswer } from './call.ts'

export type TestSystem = {
  /** Of Leads, which has what all sites share too; without Leads of the site that is served. */
  readonly deps: LeadsDeps
  /** Of Courses. */
  readonly coursesDeps: CoursesDeps
  /** What the application is made of. */
  readonly composed: Composed
  readonly config: Config
  readonly database: TestDatabase
  readonly app: ReturnType<typeof createApp>
  /** Every line the application logged so far. */
  readonly logLines: string[]
  /** The same application with some of its dependencies changed, and with these pages. */
  appWith(changes: Partial<Deps>, pages?: SitePages): ReturnType<typeof createApp>
  request(method: string, path: string, options?: CallOptions): Promise<Response>
  call: Call
  /** From now on new work is refused, as at a stop. */
  drain(): void
  close(): Promise<void>
}

export type TestSystemOptions = Pick<Surroundings, 'clock' | 'faults' | 'tracing'> & {
  /** Works the queues; true unless told. */
  jobs?: boolean
  isDevelopment?: boolean
  /** An answer that does not fit its contract fails the test file; true unless told. */
  requiresContracts?: boolean
  /** Where mail leaves to; a folder unless told. */
  smtpUrl?: string
  database?: TestDatabaseOptions
  /** Further variables of the environment. */
  variables?: Readonly<Record<string, string>>
  /** The sites that are served, as `SITES` says; all unless told. */
  sites?: string
}

export const leadsUrl = 'http://localhost:3000'
export const coursesUrl = 'http://localhost:3001'

/** A page of the sites: they are built separately and tested in a browser. It asks the API as a loader does. */
const plainSite: SitePages = {
  async page(_request, { apiFetch, nonce }) {
    const asked = await Promise.all([
      apiFetch('/api/me'),
      apiFetch('/api/plans'),
      apiFetch('/api/geography/states'),
    ])
    const me = await asked[0].text()
    return new Response(`<!doctype html><script nonce="${nonce}">${me}</script>`, {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  },
  file: async () => undefined,
}

/**
 * The whole application on engines of its own: real PostgreSQL, ClickHouse, queue, folders and accounts, wired by the
 * composition root that production uses. Only the listening and the sites' pages are left out.
 */
export async function openTestSystem(options: TestSystemOptions = {}): Promise<TestSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'freeor-system-'))
  const config = readConfig({
    FREEOR_DATA: dataDir,
    SAMPLE_DATA: 'false',
    // What tests ask is answered one way each time; how both ways agree has tests of its own.
    SEARCH_MEMORY: '0',
    ...(options.sites && { SITES: options.sites }),
    ...(options.smtpUrl && { SMTP_URL: options.smtpUrl }),
    ...options.variables,
  })
  const isEngineOff = config.clickhouse.kind === 'off'
  const [database, engine] = await Promise.all([
    testDatabase(options.database),
    isEngineOff ? undefined : testOlap(),
  ])
  const engines: Engines = {
    database,
    databaseUrl: database.url,
    olap: engine?.olap,
    isAttached: false,
    close: async () => {
      await engine?.close()
      await database.close()
    },
  }
  const logLines: string[] = []
  const log = pino({ ...logOptions, level: 'info' }, { write: (line) => void logLines.push(line) })
  const composed = await composeDeps(config, engines, {
    log,
    hasher: quickHasher(),
    addresses: siteAddresses({ leads: leadsUrl, courses: coursesUrl }),
    ...(options.clock && { clock: options.clock }),
    ...(options.faults && { faults: options.faults }),
    tracing: options.tracing,
  })
  let isDraining = false
  const app = createApp(composed, {
    pages: { leads: plainSite, courses: plainSite },
    isDraining: () => isDraining,
    isDevelopment: options.isDevelopment ?? false,
    requiresContracts: options.requiresContracts ?? true,
    metricsToken: metricsTokenOf(config.metrics),
  })
  if (options.jobs ?? true) await startJobs(composed.deps, composed.sites)
  const request = callerOf(app, config.sites[0])
  return {
    deps: depsOf(composed, 'leads') as LeadsDeps,
    coursesDeps: depsOf(composed, 'courses') as CoursesDeps,
    composed,
    config,
    database,
    app,
    logLines,
    appWith: (changes, pages = plainSite) => appWith({ composed, config }, changes, pages),
    request,
    call: async (method, path, call) => await readAnswer(await request(method, path, call)),
    drain: () => {
      isDraining = true
    },
    async close() {
      await composed.close(5000)
      await engines.close()
      await rm(dataDir, { recursive: true, force: true })
      const broken = new Set(logLines.flatMap((line) => brokenContract.exec(line)?.[0] ?? []))
      if (broken.size > 0) throw new Error([...broken].join('\n'))
    },
  }
}

const depsOf = ({ deps, sites }: Composed, name: Site): Deps =>
  sites.find(({ module }) => module.name === name)?.deps ?? deps

type Wired = { readonly composed: Composed; readonly config: Config }

function appWith({ composed: { deps, sites }, config }: Wired, changes: Partial<Deps>, page: SitePages) {
  const changed = {
    deps: { ...deps, ...changes },
    sites: sites.map((site) => ({ ...site, deps: { ...site.deps, ...changes } })),
  }
  return createApp(changed, {
    pages: { leads: page, courses: page },
    metricsToken: metricsTokenOf(config.metrics),
  })
}

/** Found in the log line of a failed request: a test that expects any failure would not notice it. */
const brokenContract = /The answer of \w+ does not fit its contract: [^"]*/

function callerOf(app: TestSystem['app'], first: Site): TestSystem['request'] {
  let calls = 0
  return async (method, path, options = {}) => {
    const { site = first } = options
    calls += 1
    const clientAddress = options.address ?? `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
    const request = buildRequest(site === 'leads' ? leadsUrl : coursesUrl, method, path, options)
    return await app.fetch(request, { clientAddress, site })
  }
}
