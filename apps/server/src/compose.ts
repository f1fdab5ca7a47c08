import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLive } from '@freeor/accounts/live/open-live'
import type { LiveTopic } from '@freeor/accounts/live/ports'
import type { PasswordHasher } from '@freeor/accounts/ports'
import { contentLiveTopic } from '@freeor/content/live/queries'
import { type Clock, systemClock } from '@freeor/kernel/clock'
import { openLimiter } from '@freeor/kernel/limiter'
import { openSignal } from '@freeor/kernel/signal'
import { openJobs } from '@freeor/postgres/jobs'
import { openFolderStore } from '@freeor/storage/folder'
import type { FileStore } from '@freeor/storage/ports'
import { openS3Store } from '@freeor/storage/s3'
import type { Logger } from 'pino'
import { openStoredBackups } from './backup/stored-backups.ts'
import type { BackupChoice } from './backup-choice.ts'
import type { Config } from './config.ts'
import { readContentRoles } from './content-viewer.ts'
import type { Deps } from './deps.ts'
import { type DiskRoom, endlessRoom } from './disk-room.ts'
import type { Engines } from './engines.ts'
import { openInvoiceRendering } from './invoice-rendering.ts'
import { serverLimits } from './limits.ts'
import { openHistory } from './metrics/history.ts'
import { measureJobs, measureMail } from './metrics/measure.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { openBilling } from './open-billing.ts'
import { openMail } from './open-mail.ts'
import { openAuth, openHumanCheck, openSms } from './open-people.ts'
import type { SiteAddresses } from './site-addresses.ts'
import type { LiveMeans, ServedSite, SiteModule } from './sites/site-module.ts'
import { loadSites } from './sites/site-modules.ts'
import type { Tracing } from './tracing/open-tracing.ts'
import { traceEngines } from './tracing/trace-engines.ts'
import { version } from './version.ts'

export type Surroundings = {
  log: Logger
  /** Where the served sites are reached. */
  addresses: SiteAddresses
  /** A test's clock; the system's unless told. */
  clock?: Clock
  /** How a test hashes passwords; at the full cost unless told. */
  hasher?: PasswordHasher
  /** Where a test stops the process; nothing in production. */
  faults?: NonNullable<Deps['faults']>
  /** Nothing is traced unless told. */
  tracing?: Tracing | undefined
  /** Whether there is room for anything new; there always is unless told. */
  room?: DiskRoom
}

export type Composed = {
  readonly deps: Deps
  /** The sites that are served. */
  readonly sites: readonly ServedSite[]
  /** Ends what would keep connections open, before the listening ends. */
  drain(): void
  close(graceMs: number): Promise<void>
}

/** The composition root: the only file that picks implementations of what all sites share. */
export async function composeDeps(
  config: Config,
  opened: Engines,
  surroundings: Surroundings,
): Promise<Composed> {
  const { log, addresses, clock = systemClock, faults, tracing } = surroundings
  const engines = tracing ? traceEngines(opened, tracing) : opened
  const { db } = engines.database
  const metrics = openMetrics(version)
  const jobs = openJobs({
    url: engines.databaseUrl,
    around: measureJobs(metrics, tracing),
    log: (message, fields) => log.warn(fields ?? {}, message),
  })
  await jobs.start()
  const means = { db, clock, jobs, log, addresses, ...(faults && { faults }) }
  const secret = config.authSecret ?? (await keepSecret(join(config.dataDir, 'auth-secret')))
  const billing = await openBilling(config, means)
  const auth = openAuth(config, {
    ...{ ...means, secret, notify: billing.billing.notify },
    hasher: surroundings.hasher,
  })
  const sites = await loadSites(config.sites)
  const invoices = openInvoiceRendering()
  const organizations = [...config.organizations, 'Other']
  const live = openLive({
    ...{ url: engines.databaseUrl, db, clock, topics: liveTopics(sites, { db, organizations }) },
    warn: (message) => (error) => log.warn({ err: error }, message),
  })
  const deps: Deps = {
    db,
    searchEngine: engines.olap,
    files: openFiles(config),
    backups: openBackups(config, engines),
    ...measureMail({ metrics, tracing }, await openMail(config, secret)),
    ...billing,
    jobs,
    auth,
    humanCheck: openHumanCheck(config, auth),
    sms: openSms(config),
    organizations,
    profileChanges: openSignal(),
    live,
    metrics,
    history: openHistory(),
    tracing,
    clock,
    log,
    dataDir: config.dataDir,
    room: surroundings.room ?? endlessRoom,
    supportEmail: config.supportEmail,
    invoices,
    images: openLimiter(serverLimits.images),
    invoiceFrom: config.invoiceFrom,
    sites,
    addresses,
    version,
    ...(faults && { faults }),
  }
  const served = await Promise.all(sites.map(async (site) => await site.open({ config, engines, deps })))
  return {
    deps,
    sites: served,
    drain: live.drain,
    async close(graceMs) {
      for (const site of served) await site.close()
      await live.close()
      await invoices.close()
      await jobs.stop(graceMs)
    },
  }
}

/** What streams tell of: site documents, and what each served site adds. */
const liveTopics = (sites: readonly SiteModule[], means: LiveMeans): readonly LiveTopic[] => [
  contentLiveTopic(means.db, async (userIds) => await readContentRoles(means, userIds)),
  ...sites.flatMap((site) => site.liveTopics?.(means) ?? []),
]

/** Where a file of the folder store lies. */
export const filePath = (config: Config, key = ''): string => join(config.dataDir, 'files', key)

/** The file store of the configuration. */
export function openFiles(config: Config): FileStore {
  const choice = config.files
  switch (choice.kind) {
    case 'folder':
      return openFolderStore(filePath(config))
    case 's3':
      return openS3Store(choice.url)
    default:
      return choice satisfies never
  }
}

/** The store of backups: its parts are large, so that S3's 10,000 of them are enough for any backup. */
export const openBackupStore = ({ url }: BackupChoice): FileStore =>
  openS3Store(url, { partBytes: 64 * 1024 ** 2 })

const openBackups = ({ backups: choice }: Config, { olap }: Pick<Engines, 'olap'>): Deps['backups'] =>
  choice && { choice, olap, stored: openStoredBackups(openBackupStore(choice)) }

/** A secret made once and kept with the data, so that sessions outlive a restart. */
async function keepSecret(path: string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch(() => undefined)
  if (kept) return kept
  const secret = randomBytes(48).toString('base64url')
  await writeFile(path, secret, { mode: 0o600, flag: 'wx' })
  return secret
}
