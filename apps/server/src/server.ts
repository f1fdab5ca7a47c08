import { resolve } from 'node:path'
import { repairIntents } from '@freeor/billing/subscriptions/intents'
import { AppError } from '@freeor/kernel/errors'
import type { Site } from '@freeor/kernel/site'
import { untilAborted } from '@freeor/kernel/until-aborted'
import { oneAtATime } from '@freeor/postgres/one-at-a-time'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { type Composed, composeDeps, type Surroundings } from './compose.ts'
import type { Config } from './config.ts'
import { type DiskRoom, endlessRoom, watchDiskRoom } from './disk-room.ts'
import { type EngineLog, openEngines } from './engines.ts'
import { firstStart } from './first-start.ts'
import { serveHealth, tellHealth } from './health/serve-health.ts'
import { problemResponse } from './http/problem.ts'
import { builtSite, openSite, type SiteBuild } from './http/site-pages.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { type Before, listen } from './listen.ts'
import { openLog } from './log.ts'
import { type Metrics, otherRequests } from './metrics/open-metrics.ts'
import { listenForMetrics, metricsTokenOf } from './metrics/serve-metrics.ts'
import { watchProcess } from './metrics/watch-process.ts'
import { followProvider } from './open-billing.ts'
import type { SiteAddresses } from './site-addresses.ts'
import type { Tracing } from './tracing/open-tracing.ts'
import { version } from './version.ts'

export type RunningServer = { readonly addresses: SiteAddresses; stop(graceMs: number): Promise<void> }

const appDir = (site: Site) => resolve(import.meta.dirname, '..', '..', `${site}-site`)

const documentsDir = resolve(import.meta.dirname, '..', '..', 'docs', 'build')

export type ServerOptions = Pick<Surroundings, 'faults'> & {
  isDevelopment: boolean
  say: (text: string) => void
  /** Ends a start that is under way, and what it has opened. */
  stopping?: AbortSignal
}

type SiteSource = { build: SiteBuild; before?: Before; close?: () => Promise<void> }

async function openSource(site: Site, isDevelopment: boolean): Promise<SiteSource> {
  if (!isDevelopment) return { build: builtSite(appDir(site)) }
  const { developmentSite } = await import('./http/development-site.ts')
  return await developmentSite(appDir(site), site)
}

/** The disk matters where a database of ours is on it. */
async function openRoom(config: Config, log: Logger): Promise<DiskRoom & { stop(): Promise<void> }> {
  if (config.postgres.kind !== 'embedded') return { ...endlessRoom, stop: async () => undefined }
  return await watchDiskRoom(config.dataDir, (message, fields) => log.warn(fields ?? {}, message))
}

/** Its packages are loaded only where traces are sent somewhere. */
async function openConfiguredTracing({ tracing }: Config): Promise<Tracing | undefined> {
  if (!tracing) return undefined
  const { openTracing } = await import('./tracing/open-tracing.ts')
  return await openTracing(tracing, version)
}

const starting = () =>
  problemResponse(
    new AppError('unavailable', 'Freeor is starting. Please try again in a moment.', {
      details: { retryAfter: 2 },
    }),
    'starting',
  )

/** What must be in place before the first call. */
async function prepare(config: Config, composed: Composed, say: (text: string) => void): Promise<void> {
  const { deps, sites } = composed
  for (const site of sites) await site.prepare()
  if (config.postgres.kind === 'embedded') {
    await repairIntents(deps.billing, { isAlone: true })
    await deps.jobs.releaseAll()
  }
  await followProvider(deps)
  await firstStart(config, composed, say)
  // The queues that calls send jobs to must exist.
  await startJobs(deps, sites)
  if (config.sampleData) for (const site of sites) await site.fillSampleCompany()
}

/** Servers that start at the same time make the sample data once. */
async function prepareOnce(
  config: Config,
  composed: Composed,
  { say, stopping }: Pick<ServerOptions, 'say' | 'stopping'>,
): Promise<void> {
  const preparing = async () => await prepare(config, composed, say)
  // What is cut short goes on until its engines are closed.
  await untilAborted(oneAtATime(composed.deps.db, 'start of a server', preparing, stopping), stopping)
}

/**
 * Ports, engines, first start, both sites, jobs: everything of one process. Progress goes to `say`.
 * The ports are taken first: a taken one is refused before any long work, and addresses are known to what follows.
 */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const { isDevelopment, say, faults, stopping } = options
  const log = openLog(config)
  const closers: ((graceMs: number) => unknown)[] = []
  const stop = async (graceMs: number) => {
    for (const close of closers.splice(0).reverse()) await close(graceMs)
  }
  try {
    const sources = new Map<Site, SiteSource>()
    closers.push(() => Promise.all([...sources.values()].map((source) => source.close?.())))
    for (const site of config.sites) sources.set(site, await openSource(site, isDevelopment))
    const fromSources = <T>(read: (source: SiteSource) => T) =>
      Object.fromEntries([...sources].map(([site, source]) => [site, read(source)]))
    let app: ReturnType<typeof createApp> | undefined
    let metrics: Metrics | undefined
    let isDraining = false
    const listening = await listen(
      config,
      (request, bindings) => app?.fetch(request, bindings) ?? starting(),
      {
        before: fromSources(({ before }) => before),
        // Counted only: a line in the log for each would cost as much as an answer.
        onRefused: () => metrics?.countRefusal(otherRequests.none),
      },
    )
    closers.push(() => listening.close(0))
    const healthPort = await serveHealth(config.health, {
      onEnd: (err) => log.error({ err }, 'the health port does not answer; its thread is started again'),
    })
    closers.push(() => healthPort.close())
    stopping?.throwIfAborted()
    const tracing = await openConfiguredTracing(config)
    closers.push(async () => await tracing?.close())
    const tell: EngineLog = (message, fields) => {
      log.info(fields ?? {}, message)
      if (!fields) say(message)
    }
    const engines = await openEngines(config, tell, stopping)
    closers.push(() => engines.close())
    stopping?.throwIfAborted()
    const room = await openRoom(config, log)
    closers.push(() => room.stop())
    const composed = await composeDeps(config, engines, {
      log,
      room,
      tracing,
      addresses: listening.addresses,
      ...(faults && { faults }),
    })
    metrics = composed.deps.metrics
    closers.push(async (graceMs) => {
      isDraining = true
      composed.drain()
      await listening.close(graceMs)
      await composed.close(graceMs)
    })
    await prepareOnce(config, composed, options)
    app = createApp(composed, {
      pages: fromSources(({ build }) => openSite(build)),
      documentsDir,
      isDevelopment,
      isDraining: () => isDraining,
      metricsToken: metricsTokenOf(config.metrics),
    })
    closers.push(tellHealth(composed.deps, healthPort), watchProcess(composed.deps))
    const scraped = await listenForMetrics(config.metrics, composed.deps)
    closers.push(() => scraped.close())
    return { addresses: listening.addresses, stop }
  } catch (error) {
    await stop(0)
    throw error
  }
}
