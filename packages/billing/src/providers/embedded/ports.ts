import type { Clock } from '@freeor/kernel/clock'
import type { Database, Tx } from '@freeor/postgres/database'

export type EmbeddedPlan = { readonly name: string; readonly priceCents: number }

export type EmbeddedDeps = {
  readonly db: Database
  readonly clock: Clock
  /** Signs what is sent to our own webhook. */
  readonly secret: string
  /** The plans that may be billed, by the provider's code. */
  readonly findPlan: (planCode: string) => EmbeddedPlan | undefined
  /** Called in the transaction that wrote an event, so that its delivery is not left to the next minute. */
  readonly onEvent?: (tx: Tx) => Promise<void>
}
