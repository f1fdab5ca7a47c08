import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'

/** What sharing earns, by the configuration. */
export type ShareIncentive = {
  /** Leads for each new recipient; 0 grants none. */
  readonly perRecipient: number
  /** Leads that an account gets in 30 days at most. */
  readonly monthly: number
}

export type PromoDeps = {
  readonly db: Database
  readonly clock: Clock
  /** Keys of addresses are derived from it. */
  readonly secret: string
  readonly incentive: ShareIncentive
}
