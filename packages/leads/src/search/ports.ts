import type { Olap } from '@freeor/clickhouse/olap'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { PlaceLookup } from '../query/place-lookup.ts'
import type { Column, Dictionary } from '../schema.ts'
import type { SearchAdmission } from './admission.ts'

/** A data set as it serves now, and the columns of each version that is kept: they may have changed from one to the next. */
export type SearchDataset = {
  datasetNo: number
  dictionary: Dictionary
  versionColumns: ReadonlyMap<number, readonly Column[]>
}

export type SearchDeps = {
  olap: Pick<Olap, 'ask'>
  places: PlaceLookup
  admission: SearchAdmission
  /** Answers of versions to keep in memory; 500 unless told, 0 keeps none. */
  answersKept?: number
  /** `openStatementLine`'s, one for the whole process. */
  inLine<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** The ZIP codes of a list the company uploaded, by its id `zip_…`; undefined when it has none such. */
  readZipList(scope: CompanyScope, id: string): Promise<readonly string[] | undefined>
  /** The company's downloads of a data set whose files are ready: only their leads count as owned. */
  listReadyDownloadIds(scope: CompanyScope, datasetNo: number): Promise<readonly string[]>
}
