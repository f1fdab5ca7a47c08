import type { Tx } from '@freeor/postgres/database'
import type { DownloadDeps } from '../downloads/ports.ts'

/** What a member is told by mail of a download that repeats. */
export type ScheduleNews = { readonly to: string; readonly searchName: string } & (
  | { readonly news: 'ordered'; readonly rows: number; readonly newLeads: number }
  | { readonly news: 'waiting'; readonly newLeads: number; readonly ceiling: number }
  | { readonly news: 'refused'; readonly reason: string; readonly isPaused: boolean }
)

export type ScheduleDeps = DownloadDeps & {
  /** Queues the mail in the transaction of what it tells. */
  mailSchedule(tx: Tx, news: ScheduleNews): Promise<void>
}
