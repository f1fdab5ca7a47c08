import type { Olap } from '@freeor/clickhouse/olap'
import type { Limiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Marks } from '../do-not-call/registry-tables.ts'
import type { MemoryColumns } from '../memory-columns/ports.ts'
import type { Ownership } from '../ownership/owned-leads.ts'
import type { PackedRows } from '../packed-rows/open-packed-rows.ts'
import type { LeadNotes } from '../query/lead-notes.ts'
import type { PlaceLookup } from '../query/place-lookup.ts'
import type { QueryTexts } from '../query/split-query.ts'
import type { Column, Dictionary, RowNote } from '../schema.ts'
import type { MatchedVersion } from '../suppression/find-meant-leads.ts'

/** A dataset as it serves now, and the columns of each kept version: they may have changed between versions. */
export type SearchDataset = {
  datasetNo: number
  /** Answers about its versions are cached under this: see `datasets.revision`. */
  revision: number
  dictionary: Dictionary
  versionColumns: ReadonlyMap<number, readonly Column[]>
}

/** Some leads of a dataset. */
export type LeadsOf = { readonly datasetNo: number; readonly leadIds: readonly string[] }

/** The ways a part of a search is answered: from the answers kept in memory, from kept columns, or by the engine. */
export const answerWays = ['kept', 'columns', 'engine'] as const
export type AnswerWay = (typeof answerWays)[number]

/** Compares a sample of the answers from kept columns with the engine's. */
export type ColumnsCheck = {
  /** Whether the next answer is one of the sample. */
  isDue(): boolean
  /** Told of each answer that was compared, with what differs. */
  onCompared(differences: readonly string[], query: QueryTexts): void
}

export type SearchDeps = {
  olap: Pick<Olap, 'ask'>
  places: PlaceLookup
  /** From `openSearchLimiter`, one for the whole process. */
  searches: Limiter
  /** How many answers of versions are cached; 500 by default, 0 caches none. */
  answersKept?: number
  /** Columns of the serving versions, where they are kept in memory. */
  columns?: MemoryColumns
  /** From which pages are read, where a version has them. */
  packedRows?: Pick<PackedRows, 'has' | 'read'>
  /** Looks at a sample of the answers from `columns`. */
  columnsCheck?: ColumnsCheck
  /** Told of each part of a search, by the way it was answered. */
  onAnswer?(way: AnswerWay): void
  /** Of `leadsLimits.statements`, one for the whole process. */
  statements: Pick<Limiter, 'run'>
  /**
   * Whether the company has a ZIP list with the id `zip_…`. If it has, its codes are in the engine from now on, and a
   * statement may name the list.
   */
  prepareZipList(scope: CompanyScope, id: string): Promise<boolean>
  /**
   * The rows of a version whose numbers are on the do-not-call registry, marked from now on; undefined without a
   * registry.
   */
  prepareMarks(version: MatchedVersion): Promise<Marks | undefined>
  /**
   * The key under which the engine has the leads that a list of the company's own matches in a version; undefined where
   * it has no list with the id `lst_…`. The first who asks waits until they are found.
   */
  prepareOwnList(scope: CompanyScope, id: string, version: MatchedVersion): Promise<string | undefined>
  /** The company's statuses and notes of leads of a dataset, after the engine is brought up to them. */
  prepareLeadNotes(scope: CompanyScope, datasetNo: number): Promise<LeadNotes>
  /** What the company says of those of some leads of which it says anything. */
  readRowNotes(scope: CompanyScope, of: LeadsOf): Promise<ReadonlyMap<string, RowNote>>
  /** What the company owns of a dataset, after the engine's tables are brought up to it. */
  readOwnership(scope: CompanyScope, datasetNo: number): Promise<Ownership>
}
