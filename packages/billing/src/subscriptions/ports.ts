import type { Clock } from '@freeor/kernel/clock'
import type { Site } from '@freeor/kernel/site'
import type { Database, Tx } from '@freeor/postgres/database'
import type { Jobs } from '@freeor/postgres/jobs'
import type { BillingProvider } from '../providers/ports.ts'

/** Where a test stops the process: before the provider is called, after it, before our commit; a webhook stored and applied. */
export const billingFaultPoints = [
  'subscribe-intended',
  'subscribe-charged',
  'subscribe-committing',
  'webhook-stored',
  'webhook-applied',
] as const

export type BillingFaultPoint = (typeof billingFaultPoints)[number]

/** A mail to the owner of a company about its subscription. */
export type BillingNotice = {
  readonly companyId: string
  readonly site: Site
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** Whether the admins are told too. */
  readonly isForAdmins?: true
  /** The button to the billing settings. */
  readonly action: string
}

export type BillingDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly provider: BillingProvider
  /** The built-in provider, where another one is configured: it goes on with what it bills until that ends. */
  readonly former?: BillingProvider
  readonly jobs: Pick<Jobs, 'send'>
  readonly log: (message: string, fields?: Record<string, unknown>) => void
  /** Writes a mail into the outbox, in the transaction of the change that it reports. */
  readonly notify: (tx: Tx, notice: BillingNotice) => Promise<void>
  /** Called at each named point; the process may be killed there. Nothing in production. */
  readonly faults?: (point: BillingFaultPoint) => Promise<void> | void
}

/** The queue that applies stored events: `{ id }`. */
export const providerEventQueue = 'apply-provider-event'
