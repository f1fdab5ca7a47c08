import type { Clock } from '@freeor/kernel/clock'
import type { Database, Tx } from '@freeor/postgres/database'

/** What a reporter is told. */
export type ReportNews = {
  readonly to: string
  readonly searchName: string
  readonly answer: string | undefined
  /** Leads given back now. */
  readonly refunded: number | undefined
  readonly isClosed: boolean
}

export type ReportDeps = {
  readonly db: Database
  readonly clock: Clock
  /** Queues a mail in the transaction of what it tells. */
  mailReporter(tx: Tx, news: ReportNews): Promise<void>
}
