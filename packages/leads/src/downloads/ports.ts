import type { BillingDeps } from '@freeor/billing/subscriptions/ports'
import type { Olap, OlapParams } from '@freeor/clickhouse/olap'
import type { LogDeps } from '@freeor/credits/log/ports'
import type { Clock } from '@freeor/kernel/clock'
import type { Limiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Database } from '@freeor/postgres/database'
import type { Jobs } from '@freeor/postgres/jobs'
import type { FileStore } from '@freeor/storage/ports'
import type { z } from 'zod'
import type { Column } from '../schema.ts'
import type { SearchDeps } from '../search/ports.ts'
import type { downloadRequest } from './schema.ts'

/** A parsed download request. */
export type DownloadInput = z.output<typeof downloadRequest>

/** A search, compiled: which leads of which version. */
export type DownloadSource = {
  readonly datasetNo: number
  readonly dataVersion: number
  /** The version whose table holds the rows: `dataVersion`, except for a search of leads that are gone. */
  readonly rowsVersion: number
  readonly columns: readonly Column[]
  /** A condition on the rows of that table; values only as `{name:Type}`. */
  readonly where: string
  readonly params: OlapParams
  /** Canonical texts: everything but the geography, and the geography. */
  readonly filter: string
  readonly dslFilter: string
}

/**
 * Reads and compiles a search for one company.
 * @throws AppError `not_found` without such a dictionary or version, `invalid_query` for a text that cannot be read.
 */
export type CompileDownload = (scope: CompanyScope, input: DownloadInput) => Promise<DownloadSource>

/** Where a test stops the process, in the order in which the points are passed. */
export const faultPoints = ['frozen', 'reserved', 'mid-file', 'renamed', 'committed'] as const
export type FaultPoint = (typeof faultPoints)[number]

export type DownloadDeps = {
  readonly db: Database
  readonly olap: Olap
  readonly files: FileStore
  readonly jobs: Pick<Jobs, 'send'>
  readonly clock: Clock
  readonly compile: CompileDownload
  readonly billing: Pick<BillingDeps, 'notify'>
  /** Its key signs quotes and receipts. */
  readonly ledgerLog: LogDeps
  /** Limits the counts of quotes and confirms under way. */
  readonly counting: Limiter
  /** Its limiter also counts the statements of downloads. */
  readonly search: Pick<SearchDeps, 'statements'>
  /** Called at each named point; the process may be killed there. Nothing in production. */
  readonly faults?: (point: FaultPoint) => Promise<void> | void
}

/** The queue of file jobs: `{ downloadId }`. */
export const downloadQueue = 'write-download'
