import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'

/** Named points of appending, at which a test stops the process. */
export const logFaultPoints = ['log-appending', 'log-appended'] as const

export type LogFaultPoint = (typeof logFaultPoints)[number]

/** What the log is written and signed with. */
export type LogDeps = {
  readonly db: Database
  readonly clock: Clock
  /** Stored outside the database: it seals the signing keys. */
  readonly secret: string
  readonly faults?: ((point: LogFaultPoint) => Promise<void> | void) | undefined
}
