import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { readLeadNote } from '../lead-notes/queries.ts'
import { type EmptyRequest, emptyRequest } from '../schema.ts'
import { planSearch } from '../search/plan-search.ts'
import type { SearchDataset, SearchDeps } from '../search/ports.ts'
import { findMarked, findOwned, presentRow } from '../search/read-page.ts'
import { runAsSearch } from '../search/run-as-search.ts'
import { findMatch } from './find-match.ts'
import { findSame } from './find-same.ts'
import { historyOf, valuesSince } from './lead-history.ts'
import { readPurchase } from './read-purchase.ts'
import { readVersions } from './read-versions.ts'
import type { LeadDetails } from './schema.ts'

type Deps = { readonly db: Tx; readonly search: SearchDeps }
type Asked = {
  readonly dataset: SearchDataset
  readonly leadId: string
  /** The search that it was found by; empty for none. */
  readonly request: EmptyRequest
  readonly signal?: AbortSignal | undefined
}

/**
 * Everything that is known of one lead, covered as in a search.
 * @throws AppError `not_found` where no stored version has it, otherwise as `searchLeads`
 */
export async function readLead(deps: Deps, scope: CompanyScope, asked: Asked): Promise<LeadDetails> {
  return await runAsSearch(
    deps.search.searches,
    { scope, signal: asked.signal },
    async () => await readDetails(deps, scope, asked),
  )
}

async function readDetails(
  { db, search }: Deps,
  scope: CompanyScope,
  { dataset, leadId, request, signal }: Asked,
): Promise<LeadDetails> {
  const { dictionary, datasetNo } = dataset
  const texts = emptyRequest.parse(request)
  const isAsked = texts.filter !== '' || texts.dslFilter !== '' || texts.q !== ''
  // First: a query that cannot be read is refused before anything is looked up.
  const plan = isAsked ? await planSearch(search, scope, dataset, texts) : undefined
  const every = await readVersions({ db, search }, { dataset, leadId, signal })
  const first = every.findIndex(({ row }) => row !== undefined)
  const newest = every[first]
  if (!newest?.row) throw new AppError('not_found', 'There is no such lead')
  const { version, columns, row } = newest
  const [owned, match, marked, sameBusiness] = await Promise.all([
    findOwned(search, scope, { datasetNo, leadIds: [leadId] }, signal),
    plan && findMatch(search, plan, { leadId, signal }),
    findMarked(search, { datasetNo, rowsVersion: version, context: { columns } }, [row], signal),
    findSame({ db, search }, scope, { dataset, leadId, signal }),
  ])
  const isOwned = owned.size > 0
  return {
    columns: [...columns],
    lead: presentRow(row, columns, { owned: isOwned, doNotCall: marked.get(row.row) ?? [] }),
    version,
    isGone: version !== dictionary.version,
    firstSeen: row.first_seen,
    values: valuesSince(every.slice(first)),
    versions: historyOf(every, isOwned),
    ownership: isOwned ? await readPurchase({ db, search }, scope, { datasetNo, leadId, signal }) : null,
    sameBusiness,
    note: await readLeadNote(db, scope, { datasetNo, leadId }),
    match: match ?? null,
  }
}
