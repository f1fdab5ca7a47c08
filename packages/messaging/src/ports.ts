import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { DkimKey } from './dkim.ts'
import type { ReturnPath } from './return-path.ts'

/** A transaction, or the database itself. */
export type Tx = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/** A finished mail to one recipient. `id` makes its Message-ID, so a repeated sending can be recognized. */
export type OutgoingMail = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** The result of a sending. `refused`: it will never be accepted. `deferred`: it may be accepted later. */
export type Delivery =
  | { readonly status: 'accepted' }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'deferred'; readonly reason: string }

/** The fixed sender of every mail. */
export type Sender = {
  readonly name: string
  readonly address: string
  /** Signs every mail; none is signed without. */
  readonly dkim?: DkimKey | undefined
  /** Where mails come back to; the sender's address unless told. */
  readonly returnPath?: ReturnPath | undefined
}

export interface Mailer {
  /** False for a folder, where only the operator can read the mail. */
  readonly isOutgoing: boolean
  /** Hands one mail over within a minute, or says why not. Throws only for bugs. */
  send(mail: OutgoingMail): Promise<Delivery>
}
