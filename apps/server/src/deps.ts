import type { HumanCheck } from '@freeor/accounts/human-check/ports'
import type { Live } from '@freeor/accounts/live/open-live'
import type { Auth } from '@freeor/accounts/ports'
import type { EmbeddedDeps } from '@freeor/billing/providers/embedded/ports'
import type { BillingDeps } from '@freeor/billing/subscriptions/ports'
import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { Limiter } from '@freeor/kernel/limiter'
import type { Signal } from '@freeor/kernel/signal'
import type { Mailer } from '@freeor/messaging/ports'
import type { ReturnPath } from '@freeor/messaging/return-path'
import type { SmsSender } from '@freeor/messaging/sms/ports'
import type { Database } from '@freeor/postgres/database'
import type { Jobs } from '@freeor/postgres/jobs'
import type { FileStore } from '@freeor/storage/ports'
import type { Logger } from 'pino'
import type { BackupsOfServer } from './backup/store-backup.ts'
import type { DiskRoom } from './disk-room.ts'
import type { FaultPoint } from './fault-points.ts'
import type { InvoiceRendering } from './invoice-rendering.ts'
import type { History } from './metrics/history.ts'
import type { Metrics } from './metrics/open-metrics.ts'
import type { SiteAddresses } from './site-addresses.ts'
import type { SiteTraits } from './sites/site-traits.ts'
import type { Tracing } from './tracing/open-tracing.ts'

/** Everything the endpoints, jobs and commands of all sites may use; a site adds its own. Made by compose.ts only. */
export type Deps = {
  db: Database
  /** Present where a served site needs it. Only health uses it here. */
  searchEngine: Pick<Olap, 'ping'> | undefined
  files: FileStore
  /** Undefined where the server makes none by itself. */
  backups: BackupsOfServer | undefined
  mailer: Mailer
  /** How mail that comes back is taken in; a part that is not configured is undefined. */
  inboundMail: {
    readonly returnPath: ReturnPath | undefined
    readonly secret: string | undefined
    readonly folder: string | undefined
  }
  sms: SmsSender
  /** What a profile offers as the organization; Other is last. */
  organizations: readonly string[]
  /** Sent after somebody's profile was changed or their account deleted: the user's id. */
  profileChanges: Signal<string>
  /** The live streams of this process, and what is told to those of all processes. */
  live: Pick<Live, 'hub' | 'notices'>
  /** What this process counts for its operator. */
  metrics: Metrics
  /** The last hour of this process. */
  history: History
  /** Undefined where nothing is traced. */
  tracing: Tracing | undefined
  billing: BillingDeps
  /** The built-in billing provider's own dependencies. */
  embeddedBilling: EmbeddedDeps
  jobs: Jobs
  auth: Auth
  humanCheck: HumanCheck
  clock: Clock
  log: Logger
  /** Whether there is room for anything new. */
  room: DiskRoom
  /** A local folder for uploads in progress and rejects files. */
  dataDir: string
  supportEmail: string
  /** Makes PDFs of invoices. */
  invoices: InvoiceRendering
  /** Pictures that are read at the same time. */
  images: Limiter
  /** Who issues invoices: the name, then lines of the address. */
  invoiceFrom: readonly string[]
  /** The sites that are served, and where. */
  sites: readonly SiteTraits[]
  addresses: SiteAddresses
  version: string
  /** Called at each named point, where a test stops the process. Nothing in production. */
  faults?: (point: FaultPoint) => Promise<void> | void
}
