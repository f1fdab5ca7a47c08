import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import type { ReportDeps } from '../reports/ports.ts'

export type MailServer = 'yes' | 'no' | 'unknown'

/** Whether a domain takes mail; `unknown` when the name service gives no answer. Never throws. */
export type FindMailServer = (domain: string) => Promise<MailServer>

export type ReturnRules = {
  /** Days after a file is ready in which its leads may be sent back. */
  readonly days: number
  /** Per cent of the leads a file cost that rules give back. */
  readonly percent: number
  /** Companies that have to send a lead back before it counts as bad by that alone. */
  readonly companies: number
}

export type ReturnDeps = {
  readonly db: Database
  readonly olap: Olap
  readonly clock: Clock
  readonly rules: ReturnRules
  readonly findMailServer: FindMailServer
  readonly mailReporter: ReportDeps['mailReporter']
}
