import type { Clock } from '@freeor/kernel/clock'
import type { Database, Tx } from '@freeor/postgres/database'
import type { SearchDeps } from '../search/ports.ts'

/** A lead in a digest: cells of columns that are no contacts, and the searches it came into. */
export type DigestLead = { readonly cells: readonly string[]; readonly searches: readonly string[] }

export type Digest = {
  readonly userId: string
  readonly to: string
  readonly rhythm: 'import' | 'daily' | 'weekly'
  /** Each search with how many leads came into it. */
  readonly searches: readonly { readonly searchName: string; readonly leads: number; readonly path: string }[]
  /** Each lead once; the first of them. */
  readonly leads: readonly DigestLead[]
  /** Whether there are leads that are not among them. */
  readonly hasMore: boolean
}

/** Queues the mail of a digest, in the transaction that forgets what it tells of. */
export type MailDigest = (tx: Tx, digest: Digest) => Promise<void>

export type AlertDeps = {
  readonly db: Database
  readonly clock: Clock
  readonly search: SearchDeps
  readonly mailDigest: MailDigest
}
