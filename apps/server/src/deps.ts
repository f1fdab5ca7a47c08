import type { HumanCheck } from '@freeor/accounts/human-check/ports'
import type { Auth } from '@freeor/accounts/ports'
import type { EmbeddedDeps } from '@freeor/billing/providers/embedded/ports'
import type { BillingDeps, BillingFaultPoint } from '@freeor/billing/subscriptions/ports'
import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { CompileDownload, FaultPoint } from '@freeor/leads/downloads/ports'
import type { ImportDeps } from '@freeor/leads/import/commands'
import type { ImportFaultPoint } from '@freeor/leads/import/ports'
import type { CountLine } from '@freeor/leads/search/count-line'
import type { SearchDeps } from '@freeor/leads/search/ports'
import type { MailFaultPoint } from '@freeor/messaging/delivery'
import type { Mailer } from '@freeor/messaging/ports'
import type { SmsSender } from '@freeor/messaging/sms/ports'
import type { Database } from '@freeor/postgres/database'
import type { Jobs } from '@freeor/postgres/jobs'
import type { FileStore } from '@freeor/storage/ports'
import type { Logger } from 'pino'
import type { DiskRoom } from './disk-room.ts'
import type { InvoiceRendering } from './invoice-rendering.ts'
import type { RunningImports } from './running-imports.ts'

/** Everything the endpoints, jobs and commands may use. Made by compose.ts and by the test house only. */
export type Deps = {
  db: Database
  olap: Olap
  search: SearchDeps
  /** The line in which quotes, orders and saved searches wait for their count. */
  counting: CountLine
  /** Reads and compiles a search for a download. */
  compile: CompileDownload
  imports: ImportDeps
  runningImports: RunningImports
  files: FileStore
  mailer: Mailer
  sms: SmsSender
  /** What a profile offers as the organization; Other stands last. */
  organizations: readonly string[]
  billing: BillingDeps
  /** The built-in billing provider's own means. */
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
  /** Who issues invoices: the name, then lines of the address. */
  invoiceFrom: readonly string[]
  /** Where the two sites are reached, without a slash at the end. */
  leadsUrl: string
  coursesUrl: string
  version: string
  /** Called at each named point of a download, an import, a payment or a mail, where a test stops the process. Nothing in production. */
  faults?: (point: FaultPoint | ImportFaultPoint | BillingFaultPoint | MailFaultPoint) => Promise<void> | void
}
