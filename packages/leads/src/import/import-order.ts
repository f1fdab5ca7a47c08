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
  /** The dictionary's name; its present one, or the id, unless told. */
  readonly name?: string
  /** As corrected by the super admin; what `proposeDictionary` would say when absent. */
  readonly columns?: readonly Column[]
  readonly userId?: string
  readonly signal?: AbortSignal
  /** Told once, when the import's record is there. */
  onBegun?(importId: string, progress: ImportProgress): void
  onProgress?(progress: ImportProgress): void
}
