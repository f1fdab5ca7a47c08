import type { Clock } from '@freeor/kernel/clock'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Brand } from '@freeor/messaging/templates'
import type { Database, Tx } from '@freeor/postgres/database'
import type { SavedSearch } from '../saved-searches/schema.ts'

export type EmailDeps = {
  readonly db: Database
  readonly clock: Clock
  /** The installation's own: keys of addresses and links that stop mails are derived from it. */
  readonly secret: string
  /** Of Leads, without a slash at its end. */
  readonly siteUrl: string
  readonly brand: Brand
  /** The sending begins after the transaction. */
  beginDelivery(tx: Tx): Promise<void>
}

/** Who sends. */
export type EmailSender = {
  readonly scope: CompanyScope
  /** Proven. */
  readonly email: string
  readonly name: string
  readonly superAdmin: boolean
}

/** The search that a message shares, and where it is opened. */
export type SharedSearch = { readonly search: SavedSearch; readonly url: string }
