import type { Olap } from '@freeor/clickhouse/olap'
import type { Limiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Ownership } from '../ownership/owned-leads.ts'
import type { PlaceLookup } from '../query/place-lookup.ts'
import type { Column, Dictionary } from '../schema.ts'

/** A dataset as it serves now, and the columns of each version that is kept: they may have changed from one to the next. */
export type SearchDataset = {
  datasetNo: number
  dictionary: Dictionary
  versionColumns: ReadonlyMap<number, readonly Column[]>
}

export type SearchDeps = {
  olap: Pick<Olap, 'ask'>
  places: PlaceLookup
  /** `openSearchLimiter`'s, one for the whole process. */
  searches: Limiter
  /** Answers of versions to keep in memory; 500 unless told, 0 keeps none. */
  answersKept?: number
  /** Of `leadsLimits.statements`, one for the whole process. */
  statements: Pick<Limiter, 'run'>
  /**
   * Whether the company has a ZIP list of the id `zip_…`; when it has, its codes stand in the engine from here on and a
   * statement may name the list.
   */
  prepareZipList(scope: CompanyScope, id: string): Promise<boolean>
  /** What the company owns of a dataset, with the engine's tables brought to it. */
  readOwnership(scope: CompanyScope, datasetNo: number): Promise<Ownership>
}
