import type { Clock } from '@freeor/kernel/clock'
import type { Database, Tx } from '@freeor/postgres/database'

/** What is told by mail of a download above a member's limit. */
export type ApprovalNews = {
  /** Whom: all who may decide, or the member who asked. */
  readonly to: readonly string[]
  readonly searchName: string
  readonly newLeads: number
} & (
  | { readonly news: 'asked'; readonly by: string; readonly note: string }
  | { readonly news: 'approved' }
  | { readonly news: 'refused'; readonly reason: string }
)

export type SpendingDeps = {
  readonly db: Database
  readonly clock: Clock
  /** Queues the mails in the transaction of what they tell. */
  mailApproval(tx: Tx, news: ApprovalNews): Promise<void>
}
