import type { Olap } from '@freeor/clickhouse/olap'
import { openLimiter } from '@freeor/kernel/limiter'
import { fakeClock } from '@freeor/testing/clock'
import fc from 'fast-check'
import { knownPlaces } from '../geography/known-places.ts'
import type { PlainLead } from '../query/evaluate-query.ts'
import { anyLead, sampleColumns } from '../query/testing.ts'
import type { SearchDataset, SearchDeps } from '../search/ports.ts'
import { openSearchLimiter } from '../search/search-limiter.ts'
import type { KeptVersion, MemoryColumns } from './ports.ts'

/** Leads of many kinds, each in many places. */
export function leadsOf(rows: number): PlainLead[] {
  const seed = Date.now() & 0x7fffffff
  const kinds = fc.sample(anyLead, { numRuns: 2_000, seed })
  return Array.from({ length: rows }, (_, i) => {
    const [cells, place] = [kinds[(i * 7) % kinds.length], kinds[(i * 13 + 5) % kinds.length]]
    return { ...place, cells: cells?.cells ?? {} } as PlainLead
  })
}

/** A dataset of `sampleColumns` that has one version. */
export function datasetOf(
  datasetNo: number,
  { version, rows }: { readonly version: number; readonly rows: number },
): SearchDataset {
  const importedAt = '2026-01-01T00:00:00.000Z'
  return {
    ...{ datasetNo, revision: 0, versionColumns: new Map([[version, sampleColumns]]) },
    dictionary: {
      ...{ dictId: 'test', name: 'Test', description: '', columns: [...sampleColumns], version, rows },
      importedAt,
      versions: [{ version, rows, importedAt }],
      bounds: [-99, 27, -93, 33],
    },
  }
}

/** What a search needs, of a company that owns nothing. */
export const searchDeps = (olap: Olap, datasetNo: number, columns?: MemoryColumns): SearchDeps => ({
  olap,
  places: knownPlaces,
  searches: openSearchLimiter(fakeClock('2026-01-01T00:00:00Z')),
  statements: openLimiter({ concurrency: 12 }),
  prepareZipList: async () => false,
  prepareMarks: async () => undefined,
  prepareOwnList: async () => undefined,
  prepareLeadNotes: async () => ({ companyId: 'cmp_one', datasetNo, revision: 0 }),
  readRowNotes: async () => new Map(),
  readOwnership: async ({ companyId }, dataset) => ({ companyId, datasetNo: dataset, readyNo: 0, leads: 0 }),
  ...(columns && { columns }),
})

/** Has the columns of a version read. @returns whether they are kept then */
export async function isKept(kept: MemoryColumns, version: KeptVersion): Promise<boolean> {
  kept.namesOf(version, sampleColumns)
  await kept.settled()
  return kept.namesOf(version, sampleColumns) !== undefined
}
