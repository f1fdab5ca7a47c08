import type { Limiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq } from 'drizzle-orm'
import { getDataset } from '../../dictionaries/queries.ts'
import { downloads } from '../../downloads/tables.ts'
import { countLeads } from '../../search/count-leads.ts'
import { planSearch } from '../../search/plan-search.ts'
import type { SearchDataset, SearchDeps } from '../../search/ports.ts'
import { getSavedSearch } from '../queries.ts'
import type { SavedSearch } from '../schema.ts'
import { savedSearches, savedSearchLooks } from '../tables.ts'
import { isSameSearch } from './same-search.ts'
import type { ChangesSince, SearchChanges } from './schema.ts'

export type ChangesDeps = {
  readonly db: Tx
  readonly search: SearchDeps
  /** Limits the counts under way. */
  readonly counting: Limiter
}

type Moment = { readonly version: number; readonly at: Date }

/** The last look of the person, or the moment of saving. */
async function readLook(tx: Tx, { userId }: CompanyScope, id: string): Promise<Moment> {
  const isTheirs = and(eq(savedSearchLooks.searchId, id), eq(savedSearchLooks.userId, userId))
  const [row] = await tx
    .select({
      version: savedSearches.dataVersion,
      at: savedSearches.createdAt,
      lookedVersion: savedSearchLooks.version,
      lookedAt: savedSearchLooks.lookedAt,
    })
    .from(savedSearches)
    .leftJoin(savedSearchLooks, isTheirs)
    .where(eq(savedSearches.id, id))
  return { version: row?.lookedVersion ?? row?.version ?? 0, at: row?.lookedAt ?? row?.at ?? new Date(0) }
}

/** Files that are looked through for the last one of a search. */
const FILES_MOST = 200

/** The company's last ready file of a search. */
async function findDownload(tx: Tx, scope: CompanyScope, search: SavedSearch): Promise<Moment | undefined> {
  const { filter, dslFilter, dataVersion, createdAt } = downloads
  const rows = await tx
    .select({ filter, dslFilter, version: dataVersion, at: createdAt })
    .from(downloads)
    .where(
      and(
        eq(downloads.companyId, scope.companyId),
        eq(downloads.dictId, search.queryUrl.dictId),
        eq(downloads.state, 'ready'),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(FILES_MOST)
  return rows.find((row) => isSameSearch(row, search.queryUrl))
}

/**
 * What is new, changed and gone in a saved search since the person last looked at it, and since the company last
 * downloaded it. It does not count as a look.
 * @throws AppError `not_found`; `invalid_query` where the dataset lost one of its columns
 */
export async function readSearchChanges(
  deps: ChangesDeps,
  scope: CompanyScope,
  id: string,
): Promise<SearchChanges> {
  const search = await getSavedSearch(deps.db, scope, id)
  const dataset = await getDataset(deps.db, search.queryUrl.dictId)
  const [look, file] = [await readLook(deps.db, scope, id), await findDownload(deps.db, scope, search)]
  const count = async (moment: Moment) => await countSince(deps, scope, { search, dataset, moment })
  return {
    version: dataset.dictionary.version,
    looked: await count(look),
    downloaded: file ? await count(file) : null,
  }
}

type Asked = { readonly search: SavedSearch; readonly dataset: SearchDataset; readonly moment: Moment }

async function countSince(
  { search: searching, counting }: ChangesDeps,
  scope: CompanyScope,
  { search, dataset, moment: { version, at } }: Asked,
): Promise<ChangesSince> {
  const { filter, dslFilter } = search.queryUrl
  const { versions, version: current } = dataset.dictionary
  const count = async (kind: 'since' | 'changed' | 'gone') => {
    if (version >= current) return 0
    const plan = await planSearch(searching, scope, dataset, { filter, dslFilter, q: `${kind}:v${version}` })
    return await counting.run({ key: scope.companyId }, async () => await countLeads(searching, plan))
  }
  const isKept = versions.some((kept) => kept.version === version)
  return {
    ...{ version, at: at.toISOString(), new: await count('since'), changed: await count('changed') },
    gone: isKept || version >= current ? await count('gone') : null,
  }
}
