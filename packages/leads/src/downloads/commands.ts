import { createHash } from 'node:crypto'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { lockLeadCustomer } from '../allowance/commands.ts'
import { reserveCredits } from '../allowance/reservations/commands.ts'
import { holdsOptOutState } from '../opt-outs/queries.ts'
import { requireOptOutsApplied } from '../opt-outs/require-applied.ts'
import { prepareOwnership } from '../ownership/commands.ts'
import { frozenLeadsTable } from '../ownership/owned-leads.ts'
import { readReadyNo } from '../ownership/queries.ts'
import { type Approval, takeApproval } from '../spending/approvals/take-approval.ts'
import { requireSpendingLimit } from '../spending/require-spending-limit.ts'
import { companyLimiter } from './company-limiter.ts'
import { chooseColumns } from './file-columns.ts'
import { fileNameOf } from './file-name.ts'
import { selectIds } from './file-sql.ts'
import { requireDownloadRight } from './policy.ts'
import { type DownloadDeps, type DownloadInput, downloadQueue } from './ports.ts'
import { withDemanded } from './presets/apply-preset.ts'
import { countFrozen, type Priced, priceDownload } from './price-download.ts'
import { toDownload } from './queries.ts'
import { queryUrlOf } from './query-url.ts'
import { checkQuote, requireQuoted, requireQuotedLeads, versionGoneOf } from './quotes/check-quote.ts'
import type { QuoteFacts } from './quotes/offer-quote.ts'
import { requireBudget } from './require-budget.ts'
import type { Download, DownloadQuote } from './schema.ts'
import { type DownloadRow, downloads } from './tables.ts'

/** Makes the engine's tables when they are missing; at the start, before any search or download. */
export async function prepareDownloads({ olap }: Pick<DownloadDeps, 'olap'>): Promise<void> {
  await prepareOwnership(olap)
}

export type ConfirmOutcome =
  | { readonly outcome: 'ok'; readonly download: Download }
  | { readonly outcome: Exclude<DownloadQuote['outcome'], 'ok'>; readonly quote: DownloadQuote }

/**
 * Makes a download: counts it exactly, freezes its ids, then in one transaction reserves the credits of its new
 * leads, records it and sends the job that writes the file. The same key again gives the same download.
 * @throws AppError `bad_request` for a missing key, `conflict` for a key used with another request, `forbidden` for a
 *   viewer, `payment_required` without a plan that covers it, `budget_exceeded` when the API key may not take so many
 *   today, `spending_limit_exceeded` when the member may not take so many in this period, `rate_limited` when too many
 *   of the company's wait.
 */
export async function confirmDownload(
  deps: DownloadDeps,
  scope: CompanyScope,
  confirm: {
    input: DownloadInput
    idempotencyKey?: string | undefined
    apiKeyId?: string | undefined
    /** Of an order above the member's limit: instead of the caller's key. */
    approval?: Approval | undefined
    /** Of an order that the product makes itself: instead of the caller's key, and with a space in it. */
    ownKey?: string | undefined
  },
): Promise<ConfirmOutcome> {
  requireDownloadRight(scope)
  const { approval } = confirm
  // No caller can send a key with a space: nobody takes the key of an approval or of a schedule first.
  const ownKey = approval ? `approval ${approval.id}` : confirm.ownKey
  const idempotencyKey = ownKey ?? requireKey(confirm.idempotencyKey)
  const request = { ...confirm, idempotencyKey, requestHash: hashOf(confirm.input) }
  const confirmIt = async (): Promise<ConfirmOutcome> => {
    for (let turn = 0; turn < CONFIRM_TURNS; turn++) {
      await requireOptOutsApplied(deps.db)
      const outcome = await tryConfirm(deps, scope, request)
      if (outcome !== 'changed') return outcome
    }
    throw new AppError('unavailable', 'The leads keep changing meanwhile. Please try again.')
  }
  const own = { key: scope.companyId }
  return await deps.counting.run(own, async () => await companyLimiter.run(own, confirmIt))
}

const CONFIRM_TURNS = 5

type ConfirmRequest = {
  readonly input: DownloadInput
  readonly idempotencyKey: string
  readonly requestHash: string
  /** The API key that orders; none for a person. */
  readonly apiKeyId?: string | undefined
  readonly approval?: Approval | undefined
}

async function tryConfirm(
  deps: DownloadDeps,
  scope: CompanyScope,
  request: ConfirmRequest,
): Promise<ConfirmOutcome | 'changed'> {
  const earlier = await findByKey(deps, scope, request)
  if (earlier) return { outcome: 'ok', download: earlier }
  const facts = await checkQuote(deps, scope, request.input)
  const priced = await priceAs(deps, scope, request.input, facts)
  const { quote } = priced
  if (facts && quote.outcome === 'ok') requireQuoted(facts, quote)
  if (quote.outcome !== 'ok') return { outcome: quote.outcome, quote }
  const id = newId('dl')
  // Outside the transaction: a crash from here on leaves ids that belong to no download and count for nothing.
  await freeze(deps, { id, priced })
  const frozen = await countFrozen(deps, id, priced)
  if (frozen.rows !== quote.rows || frozen.fresh !== quote.newLeads) {
    if (!(await holdsOptOutState(deps.db, priced.optOutNumber))) return 'changed'
    throw new AppError('internal', `Froze ${frozen.rows} of ${quote.rows} leads`)
  }
  if (facts) await requireQuotedLeads(deps, facts, id)
  await deps.faults?.('frozen')
  return await reserve(deps, scope, { request, priced, id, facts })
}

/** The price of an order: of one that names a quote, at the quote's version of the data. */
async function priceAs(
  deps: DownloadDeps,
  scope: CompanyScope,
  input: DownloadInput,
  facts: QuoteFacts | undefined,
): Promise<Priced> {
  if (!facts) return await priceDownload(deps, scope, input)
  try {
    return await priceDownload(deps, scope, { ...input, asOf: facts.dataVersion })
  } catch (error) {
    throw error instanceof AppError && error.code === 'gone' ? versionGoneOf(facts) : error
  }
}

/** A set of 10 million leads to leave out takes 400 MB. */
const freezeCaps = { bytes: 1 << 30 }

/** The user's search runs in the read-only session; only the ids it gives go to the writing one. */
async function freeze(
  { olap, clock }: DownloadDeps,
  { id, priced }: { id: string; priced: Priced },
): Promise<void> {
  const { source, selection, ownership } = priced
  const body = await olap.stream({
    ...selectIds(source, selection, ownership),
    format: 'RowBinary',
    caps: freezeCaps,
  })
  await olap.insert({
    sql: `INSERT INTO ${frozenLeadsTable} (download_id, lead_id, row, frozen_at)
      SELECT {download:String}, lead_id, row, {at:DateTime('UTC')} FROM input('lead_id UInt64, row UInt64')`,
    format: 'RowBinary',
    params: { download: id, at: Math.floor(clock.now().getTime() / 1000) },
    body,
  })
}

type Reserving = {
  readonly request: ConfirmRequest
  readonly priced: Priced
  readonly id: string
  /** The quote that it names. */
  readonly facts: QuoteFacts | undefined
}

/** The customer's row is locked first, so confirms and settlements of a company run one after the other. */
async function reserve(
  deps: DownloadDeps,
  scope: CompanyScope,
  { request, priced, id, facts }: Reserving,
): Promise<ConfirmOutcome | 'changed'> {
  const { ownership, quote } = priced
  const now = deps.clock.now()
  return await deps.db.transaction(async (tx) => {
    await lockLeadCustomer(tx, scope.companyId, scope.userId)
    const earlier = await findByKey({ db: tx, clock: deps.clock }, scope, request)
    if (earlier) return { outcome: 'ok', download: earlier }
    if ((await readReadyNo(tx, ownership)).readyNo !== ownership.readyNo) return 'changed'
    // Nobody who opted out since the count is among the frozen leads.
    if (!(await holdsOptOutState(tx, priced.optOutNumber))) return 'changed'
    await requireBudget(tx, { apiKeyId: request.apiKeyId, newLeads: quote.newLeads, now })
    const { companyId, userId } = scope
    const { approval } = request
    const { newLeads } = quote
    if (!approval) await requireSpendingLimit(tx, scope, { newLeads, now })
    const claim = { companyId, userId, downloadId: id, amount: quote.newLeads, rows: quote.rows, now }
    const reserved = await reserveCredits(tx, claim)
    if (reserved.status === 'insufficient') return insufficient(quote, reserved.leadsRemaining)
    if (reserved.status === 'file_limit_exceeded') return overLimit(quote, reserved.downloadLimit)
    const [row] = await tx
      .insert(downloads)
      .values(newRow(scope, { request, priced, id, facts }, now))
      .returning()
    if (!row) throw new AppError('internal', 'The download was not stored')
    if (approval) await takeApproval(tx, { approval, companyId, downloadId: id, newLeads, now })
    await deps.jobs.send(tx, downloadQueue, { downloadId: id })
    return { outcome: 'ok', download: toDownload(row, now) }
  })
}

function insufficient(quote: DownloadQuote, leadsRemaining: number): ConfirmOutcome {
  const credits = { before: leadsRemaining, price: quote.newLeads, after: 0 }
  const overAllowance = quote.newLeads - leadsRemaining
  return {
    outcome: 'insufficient_credits',
    quote: { ...quote, overAllowance, credits, outcome: 'insufficient_credits' },
  }
}

function overLimit(quote: DownloadQuote, downloadLimit: number): ConfirmOutcome {
  const overFileLimit = Math.max(0, quote.rows - downloadLimit)
  return {
    outcome: 'file_limit_exceeded',
    quote: { ...quote, downloadLimit, overFileLimit, outcome: 'file_limit_exceeded' },
  }
}

function newRow(
  scope: CompanyScope,
  { request, priced, id, facts }: Reserving,
  now: Date,
): typeof downloads.$inferInsert {
  const { input, idempotencyKey, requestHash, apiKeyId } = request
  const { source, selection, quote, doNotCall } = priced
  const { dictId, format, sort } = input
  const { filter, dslFilter } = source
  const searchName = input.searchName?.trim() || dictId
  return {
    id,
    companyId: scope.companyId,
    userId: scope.userId,
    apiKeyId: apiKeyId ?? null,
    idempotencyKey,
    requestHash,
    searchName,
    dictId,
    filter,
    dslFilter,
    queryUrl: queryUrlOf({ dictId, filter, dslFilter }),
    datasetNo: source.datasetNo,
    dataVersion: source.dataVersion,
    rowsVersion: source.rowsVersion,
    versionRows: selection.total,
    sort,
    columns: withDemanded(input.preset, chooseColumns(input, source.columns), source.columns),
    sortColumns: source.columns.filter(({ key }) => sort.some(({ column }) => column === key)),
    format,
    rowsPerFile: input.rowsPerFile ?? null,
    includesNotes: input.includeNotes ?? false,
    preset: input.preset ?? null,
    rowOffset: input.offset,
    suppressOwned: input.suppressOwned,
    suppressLists: input.suppressLists,
    state: 'reserved',
    rows: quote.rows,
    newLeads: quote.newLeads,
    sameLeads: quote.sameLeads,
    doNotCallEdition: doNotCall?.edition ?? null,
    quote: facts ? namedQuote(facts) : null,
    fileName: fileNameOf({ name: searchName, dictId }, now, format),
    createdAt: now,
    updatedAt: now,
  }
}

const namedQuote = ({ id, price, idsDigest, expiresAt }: QuoteFacts) => ({ id, price, idsDigest, expiresAt })

/** @throws AppError `conflict` when the key was used for another request. */
async function findByKey(
  { db, clock }: { db: Tx; clock: Clock },
  scope: CompanyScope,
  { idempotencyKey, requestHash }: Pick<DownloadRow, 'idempotencyKey' | 'requestHash'>,
): Promise<Download | undefined> {
  const isIt = and(eq(downloads.companyId, scope.companyId), eq(downloads.idempotencyKey, idempotencyKey))
  const [row] = await db.select().from(downloads).where(isIt)
  if (!row) return undefined
  if (row.requestHash !== requestHash) {
    throw new AppError('conflict', 'This Idempotency-Key was used for another download')
  }
  return toDownload(row, clock.now())
}

function requireKey(key: string | undefined): string {
  if (key !== undefined && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new AppError('bad_request', 'Send an Idempotency-Key: 1 to 200 visible ASCII characters')
}

/** A hash of the parsed request, whose keys are in the schema's order. A newer quote makes it no other order. */
export const hashOf = ({ quote: _, ...input }: DownloadInput): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('hex')

/** Marks a file of the company as reported, in the report's own transaction. */
export async function markDownloadReported(tx: Tx, { companyId }: CompanyScope, id: string): Promise<void> {
  const isIt = and(eq(downloads.id, id), eq(downloads.companyId, companyId))
  await tx.update(downloads).set({ reported: true }).where(isIt)
}
