import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import { getDataset } from '../../dictionaries/queries.ts'
import { clausesOf } from '../../query/ast.ts'
import { parseQuery } from '../../query/parse-query.ts'
import { printQuery } from '../../query/print-query.ts'
import { type SaveDeps, saveSearch } from '../../saved-searches/commands.ts'
import type { SavedSearch } from '../../saved-searches/schema.ts'
import { copyZipList } from '../../zip-lists/commands.ts'
import type { LiveLink } from '../queries.ts'
import type { NamedShare } from '../schema.ts'
import { checkLink, type LookDeps } from '../visits/queries.ts'

export type CopyDeps = SaveDeps & Pick<LookDeps, 'secret'>

/**
 * Keeps a shared search as one of the caller's own. Uploaded ZIP lists come along as lists of the caller's company. What
 * was shared stays its owner's: a later change there does not reach the copy.
 * @throws AppError `not_found` for a dead link; `forbidden` where it is only for looking at, without a counted visit, and
 *   for a viewer; whatever `saveSearch` refuses
 */
export async function copySharedSearch(
  deps: CopyDeps,
  scope: CompanyScope,
  { named, searchName, device }: { named: NamedShare; searchName: string | undefined; device: string },
): Promise<SavedSearch> {
  const { found, mayLook } = await checkLink(deps, named, scope.userId)
  if (!mayLook || found.link.access !== 'copy')
    throw new AppError('forbidden', 'This search was shared to be looked at only')
  const dataset = await getDataset(deps.db, found.dictId)
  const own = await withOwnLists(deps, scope, found)
  const input = {
    ...{ searchName: searchName ?? found.searchName, dictId: found.dictId, ...own, q: '' },
    ...{ notes: '', tags: [], visibleToCompany: false },
  }
  return await saveSearch(deps, scope, { dataset, input, device })
}

/** The texts of a search, with each ZIP list replaced by the same list of the caller's company. */
async function withOwnLists(deps: CopyDeps, scope: CompanyScope, { filter, dslFilter, maker }: LiveLink) {
  const rewrite = async (text: string) => {
    const query = parseQuery(text)
    for (const clause of clausesOf(query)) {
      if (clause.type !== 'place' || clause.kind !== 'zip') continue
      clause.lists = await Promise.all(
        clause.lists.map(async (id) => (await copyZipList(deps, { from: maker, to: scope }, id)) ?? id),
      )
    }
    return printQuery(query)
  }
  return { filter: await rewrite(filter), dslFilter: await rewrite(dslFilter) }
}
