import type { Clock } from '@freeor/kernel/clock'
import type { Database, Tx } from '@freeor/postgres/database'

/** What a request needs of the network. Tests allow themselves loopback. */
export type WebhookNetwork = {
  /** Why no request may go to this address; undefined when one may. */
  refuseUrl(url: string): string | undefined
  /** All addresses of a name. */
  resolve(host: string): Promise<readonly string[]>
  isAllowed(address: string): boolean
  /** A whole attempt. */
  readonly attemptMs: number
}

/** One attempt, ready to be sent. */
export type Attempt = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal?: AbortSignal | undefined
}

/** An answer with its status, or why there was none. */
export type Outcome =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly status: null; readonly error: string }

export type PostEvent = (attempt: Attempt) => Promise<Outcome>

/** What the owner of a company is told about an endpoint. */
export type WebhookNews = {
  readonly companyId: string
  readonly url: string
  readonly news: 'failing' | 'off' | 'gone'
  /** Since when every delivery has failed. */
  readonly since: Date
  /** When it is turned off, unless a delivery succeeds: with `failing`. */
  readonly offAt?: Date
}

export type WebhookDeps = {
  readonly db: Database
  readonly clock: Clock
  /** The server's own secret, of which those of endpoints are derived. */
  readonly secret: string
  readonly network: WebhookNetwork
  /** Queues a mail to the company's owner, in the transaction of what it tells. */
  mailOwner(tx: Tx, news: WebhookNews): Promise<void>
}
