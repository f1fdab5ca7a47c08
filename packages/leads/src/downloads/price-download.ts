import type { Olap } from '@freeor/clickhouse/olap'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import { z } from 'zod'
import { readAllowance, requireActivePlan } from '../allowance/queries.ts'
import { countSame } from '../businesses/count-same.ts'
import { type Businesses, readBusinesses } from '../businesses/read-businesses.ts'
import { readOptOutState } from '../opt-outs/queries.ts'
import { countOwned } from '../ownership/count-owned.ts'
import { frozenIds, type LeadIds, type Ownership, type Statement } from '../ownership/owned-leads.ts'
import { readOwnership } from '../ownership/read-ownership.ts'
import { readListed } from '../suppression/read-listed.ts'
import type { Listed } from '../suppression/suppressed-leads.ts'
import { countDoNotCall, type DoNotCallCount } from './count-do-not-call.ts'
import { chooseColumns } from './file-columns.ts'
import { countLeft, countMatches, matchingIds, type Selection, selectIds } from './file-sql.ts'
import { requireDownloadRight } from './policy.ts'
import type { DownloadDeps, DownloadInput, DownloadSource } from './ports.ts'
import { withDemanded } from './presets/apply-preset.ts'
import { requirePreset } from './presets/presets.ts'
import { toQuote } from './quote.ts'
import { offerQuote } from './quotes/offer-quote.ts'
import type { DownloadQuote, OfferedQuote } from './schema.ts'

const whole = z.coerce.number().int().nonnegative()
const matchCounts = z.strictObject({ matches: whole, total: whole })

const frozenRows = z.strictObject({ rows: whole })

/** `rows` frozen for a download and, of those that are not owned yet, `same`: free with their business; `fresh`: to pay. */
export async function countFrozen(
  { olap, search }: Pick<DownloadDeps, 'olap' | 'search'>,
  downloadId: string,
  { ownership, businesses }: Pick<Priced, 'ownership' | 'businesses'>,
): Promise<{ rows: number; same: number; fresh: number }> {
  const all = frozenIds(downloadId, 0)
  const rows = await countFrozenRows({ olap, search }, downloadId)
  const { statements } = search
  const ids = { ...all, leads: rows }
  const owned = await countOwned({ olap, statements }, ownership, ids)
  const same = await countSame({ olap, statements }, { ownership, businesses }, ids)
  return { rows, same, fresh: rows - owned - same }
}

/** The leads frozen for a download. */
export async function countFrozenRows(
  { olap, search }: Pick<DownloadDeps, 'olap' | 'search'>,
  downloadId: string,
): Promise<number> {
  const all = frozenIds(downloadId, 0)
  const sql = `SELECT count() AS rows FROM (${all.sql})`
  const asked = async () => await askCounts(olap, { sql, params: all.params }, frozenRows)
  return (await search.statements.run({}, asked)).rows
}

/** One row of counts. */
async function askCounts<Row>(olap: Olap, statement: Statement, row: z.ZodType<Row>): Promise<Row> {
  const [counts] = await olap.ask({ ...statement, row })
  if (!counts) throw new AppError('internal', 'A count came back empty')
  return counts
}

export type Priced = {
  readonly quote: DownloadQuote
  readonly source: DownloadSource
  readonly selection: Selection
  readonly ownership: Ownership
  readonly businesses: Businesses
  /** The do-not-contact list's number before anything was counted. */
  readonly optOutNumber: number
  /** The registry that marks its numbers. */
  readonly doNotCall: DoNotCallCount | undefined
}

type PriceDeps = Pick<DownloadDeps, 'db' | 'olap' | 'clock' | 'compile' | 'search'>

/** The quote, and what it was counted from. */
export async function priceDownload(
  deps: PriceDeps,
  scope: CompanyScope,
  input: DownloadInput,
): Promise<Priced> {
  const { db, olap, clock } = deps
  const { statements } = deps.search
  const { number: optOutNumber } = await readOptOutState(db)
  const source = await deps.compile(scope, input)
  const columns = chooseColumns(input, source.columns)
  requirePreset(input, withDemanded(input.preset, columns, source.columns).length)
  await requireActivePlan(db, scope)
  const allowance = await readAllowance(db, scope, clock.now())
  if (input.suppressOwned && !allowance.searchSuppressions) {
    throw new AppError(
      'payment_required',
      'Your plan does not leave out what you already have: upgrade to do so',
    )
  }
  const ownership = await readOwnership(deps, { companyId: scope.companyId, datasetNo: source.datasetNo })
  const businesses = await readBusinesses(deps, source.datasetNo)
  const listed = await listedOf(deps, scope, {
    source,
    isAsked: input.suppressLists && allowance.searchSuppressions,
  })
  const { matches, total } = await statements.run(
    {},
    async () => await askCounts(olap, countMatches(source), matchCounts),
  )
  const own = async (ids: LeadIds) => await countOwned({ olap, statements }, ownership, ids)
  const owned = await own(matchingIds(source, matches))
  const { sort, limit, offset, suppressOwned } = input
  const selection = { sort, limit, offset, suppressOwned, listed, total, matches }
  const counting = { olap, statements, source, ownership, matches, owned }
  const { unlisted, remaining } = await countRemaining(counting, { suppressOwned, listed })
  const left = Math.max(0, remaining - offset)
  const rows = Math.min(limit ?? left, left)
  const taken = { ...selectIds(source, selection, ownership), leads: rows }
  const doNotCall = await countDoNotCall(deps, { source, columns, taken })
  const brought = suppressOwned ? rows : rows - (rows === matches ? owned : await own(idsOf(taken)))
  const same = await countSame({ olap, statements }, { ownership, businesses }, idsOf(taken))
  const suppressed = { listed: matches - unlisted, all: matches - remaining }
  const counts = {
    dataVersion: source.dataVersion,
    matches,
    owned,
    suppressed,
    rows,
    same,
    fresh: brought - same,
  }
  const quote = toQuote({ ...counts, doNotCall: doNotCall?.warning ?? null }, allowance)
  return { quote, source, selection, ownership, businesses, optOutNumber, doNotCall }
}

type Asked = { readonly source: DownloadSource; readonly isAsked: boolean }

/** What the company's suppression lists mean of the version whose rows are taken. */
async function listedOf(
  { db, olap }: PriceDeps,
  { companyId }: CompanyScope,
  { source, isAsked }: Asked,
): Promise<Listed> {
  const { datasetNo, rowsVersion: version, columns } = source
  if (!isAsked) return { lists: [], datasetNo, version, leads: 0 }
  return await readListed({ db, olap }, companyId, { datasetNo, version, columns })
}

type Counting = {
  readonly olap: Olap
  readonly statements: DownloadDeps['search']['statements']
  readonly source: DownloadSource
  readonly ownership: Ownership
  readonly matches: number
  readonly owned: number
}

const leadCount = z.strictObject({ leads: whole })
/** A list may mean millions of leads, and a company own as many. */
const leftCaps = { seconds: 10, bytes: 1 << 30 }

/** Leads of a search that are on no list, and of those, the ones that are not left out as owned. */
async function countRemaining(
  { olap, statements, source, ownership, matches, owned }: Counting,
  { suppressOwned, listed }: Pick<Selection, 'suppressOwned' | 'listed'>,
): Promise<{ unlisted: number; remaining: number }> {
  const withoutOwned = matches - (suppressOwned ? owned : 0)
  if (listed.leads === 0) return { unlisted: matches, remaining: withoutOwned }
  const count = async (without: boolean) => {
    const statement = countLeft(source, { suppressOwned: without, listed, matches }, ownership)
    const [row] = await statements.run(
      {},
      async () => await olap.ask({ ...statement, row: leadCount, caps: leftCaps }),
    )
    return row?.leads ?? 0
  }
  const unlisted = await count(false)
  return { unlisted, remaining: suppressOwned && owned > 0 ? await count(true) : unlisted }
}

const idsOf = ({ sql, params, leads }: LeadIds): LeadIds => ({
  sql: `SELECT lead_id FROM (${sql})`,
  params,
  leads,
})

/**
 * What a download of this request would hold and cost now, and that as a quote which is kept. Changes nothing.
 * @throws AppError `forbidden` for a viewer, `payment_required` for suppression without it in the plan, `rate_limited`
 *   when too many of the company's wait.
 */
export async function quoteDownload(
  deps: PriceDeps & Pick<DownloadDeps, 'counting' | 'ledgerLog'>,
  scope: CompanyScope,
  input: DownloadInput,
  signal?: AbortSignal,
): Promise<OfferedQuote> {
  requireDownloadRight(scope)
  const offer = async () => {
    const priced = await priceDownload(deps, scope, input)
    return { ...priced.quote, binding: await offerQuote(deps, scope, input, priced) }
  }
  return await deps.counting.run({ key: scope.companyId, signal }, offer)
}
