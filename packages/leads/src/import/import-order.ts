import type { Log, Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import type { FileStore } from '@freeor/storage/ports'
import type { Column } from '../schema.ts'
import type { ImportFaultPoint, ImportSource } from './ports.ts'
import type { ImportProgress } from './schema.ts'

export type ImportDeps = {
  readonly db: Database
  readonly olap: Olap
  readonly store: FileStore
  readonly clock: Clock
  readonly log: Log
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
  readonly userId?: string
  readonly signal?: AbortSignal
  /** Called once, when the import's record is stored. */
  onBegun?(importId: string, progress: ImportProgress): void
  onProgress?(progress: ImportProgress): void
}
