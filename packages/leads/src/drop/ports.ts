import type { Readable } from 'node:stream'
import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import type { FileStore } from '@freeor/storage/ports'

/** The state has not done it; the same may be asked again after this time. */
export type Later = { readonly kind: 'later'; readonly seconds: number; readonly message: string }

/** A person has to see to it: a key that is not valid, a fee that is not paid, an address that is gone. */
export type Refused = { readonly kind: 'refused'; readonly status: number; readonly message: string }

export type DownloadAnswer =
  | { readonly kind: 'archive'; readonly name: string; readonly body: Readable }
  /** Nothing is new since the last time. */
  | { readonly kind: 'nothing'; readonly message: string }
  /** The lists of last time were not reported whole. */
  | { readonly kind: 'unfinished'; readonly message: string }
  | Later
  | Refused

export type UploadAnswer =
  /** Each file is in one of both. */
  | {
      readonly kind: 'read'
      readonly accepted: readonly string[]
      readonly rejected: readonly { readonly fileName: string; readonly message: string }[]
      readonly message: string
    }
  /** The state waits for no statuses. */
  | { readonly kind: 'closed'; readonly message: string }
  | Later
  | Refused

export type UploadKind = 'upload' | 'amend'

export type StatusFile = { readonly name: string; readonly bytes: Uint8Array }

/** California's DROP as a data broker reaches it. No method throws for what the network does. */
export type DropApi = {
  download(): Promise<DownloadAnswer>
  send(kind: UploadKind, file: StatusFile): Promise<UploadAnswer>
}

/** Named points, at which a test stops the process. */
export const dropFaultPoints = [
  'drop-asked',
  'drop-stored',
  'drop-downloaded',
  'drop-matched',
  'drop-removed',
  'drop-sent',
  'drop-accepted',
] as const
export type DropFaultPoint = (typeof dropFaultPoints)[number]

export type DropDeps = {
  readonly db: Database
  readonly olap: Olap
  readonly clock: Clock
  readonly store: FileStore
  /** None without the state's key. */
  readonly api: DropApi | undefined
  readonly faults?: ((point: DropFaultPoint) => Promise<void> | void) | undefined
}
