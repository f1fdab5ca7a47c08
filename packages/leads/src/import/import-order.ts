import type { Log, Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import type { FileStore } from '@freeor/storage/ports'
import type { Column } from '../schema.ts'
import type { ImportFaultPoint, ImportSource } from './ports.ts'
import type { ImportRetry } from './records/retries.ts'
import type { ImportProgress } from './schema.ts'

/** How an import that had begun may end. */
export const importResults = ['done', 'failed', 'cancelled'] as const
export type ImportResult = (typeof importResults)[number]

export type ImportDeps = {
  readonly db: Database
  readonly olap: Olap
  readonly store: FileStore
  readonly clock: Clock
  readonly log: Log
  /** Told of the end of each import that had begun. */
  readonly onEnded?: (result: ImportResult) => void
  /** Called at each named point; the process may be killed there. Nothing in production. */
  readonly faults?: (point: ImportFaultPoint) => Promise<void> | void
}

export type ImportOrder = {
  readonly source: ImportSource
  readonly dictId: string
  /** The dictionary's name; by default its present one, or the id. */
  readonly name?: string
  /** As corrected by the super admin; by default what `proposeDictionary` gives. */
  readonly columns?: readonly Column[]
  /** It is meant that the file has other columns than most of the dictionary's: see `isReplacement`. */
  readonly isReplacement?: boolean
  readonly userId?: string
  /** The upload that the source is; with it an import that is cut off can be begun again. */
  readonly uploadId?: string
  readonly retry?: ImportRetry
  /** Aborted with a `CutOff` reason, the import may be begun again; else it counts as cancelled. */
  readonly signal?: AbortSignal
  /** Called once, when the import's record is stored. */
  onBegun?(importId: string, progress: ImportProgress): void
  onProgress?(progress: ImportProgress): void
}
