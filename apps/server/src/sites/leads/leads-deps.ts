import type { Olap } from '@freeor/clickhouse/olap'
import type { LogDeps } from '@freeor/credits/log/ports'
import type { Limiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { MailDigest } from '@freeor/leads/alerts/ports'
import type { CompileDownload } from '@freeor/leads/downloads/ports'
import type { DownloadResult } from '@freeor/leads/downloads/writing/commands'
import type { DropDeps } from '@freeor/leads/drop/ports'
import type { EmailDeps, SharedSearch } from '@freeor/leads/emails/ports'
import type { ImportDeps } from '@freeor/leads/import/commands'
import type { PackedRows } from '@freeor/leads/packed-rows/open-packed-rows'
import type { PromoDeps } from '@freeor/leads/promos/ports'
import type { ReportDeps } from '@freeor/leads/reports/ports'
import type { ReturnDeps } from '@freeor/leads/returns/ports'
import type { ScheduleDeps } from '@freeor/leads/scheduled-downloads/ports'
import type { SearchDeps } from '@freeor/leads/search/ports'
import type { SpendingDeps } from '@freeor/leads/spending/ports'
import type { WebhookDeps } from '@freeor/leads/webhooks/ports'
import type { Tx } from '@freeor/postgres/database'
import type { Deps } from '../../deps.ts'
import { operationFor } from '../../http/operation.ts'
import type { RunningImports } from './running-imports.ts'

/** What Leads' endpoints, jobs and commands may use in addition to what all sites share. */
export type LeadsDeps = Deps & {
  olap: Olap
  search: SearchDeps
  packedRows: PackedRows
  /** Told how the job of a download ended. */
  onDownloadEnd: (result: DownloadResult) => void
  /** The limiter for the counts of quotes, orders and saved searches. */
  counting: Limiter
  /** Reads and compiles a search for a download. */
  compile: CompileDownload
  /** Where the site is reached, without a slash at the end. */
  siteAddress: string
  mailDigest: MailDigest
  /** The log of the ledger, with what signs its heads, receipts and quotes. */
  ledgerLog: LogDeps
  imports: ImportDeps
  runningImports: RunningImports
  /** The mail tool. */
  emails: EmailDeps
  reports: ReportDeps
  returns: ReturnDeps
  mailApproval: SpendingDeps['mailApproval']
  mailSchedule: ScheduleDeps['mailSchedule']
  webhooks: WebhookDeps
  /** California's registry of delete requests, and the secret of its webhook. */
  drop: DropDeps & { readonly webhookSecret: string | undefined }
  /** Free leads for sharing. */
  promos: PromoDeps
  /** One's own search with a new link under which a recipient opens it. @throws AppError not_found */
  shareSearch(tx: Tx, scope: CompanyScope, searchId: string): Promise<SharedSearch>
}

/** One endpoint of Leads. */
export const leadsOperation = operationFor<LeadsDeps>()
