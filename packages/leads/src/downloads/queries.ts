import type { Readable } from 'node:stream'
import { readAllowance, requireActivePlan } from '@freeor/billing/queries'
import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import type { FileStore } from '@freeor/storage/ports'
import { and, desc, eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import { countOwned } from '../ownership/count-owned.ts'
import { frozenIds, type LeadIds, type Ownership, type Statement } from '../ownership/owned-leads.ts'
import { readOwnership } from '../ownership/read-ownership.ts'
import type { Download, DownloadQuote } from '../schema.ts'
import { chooseColumns } from './file-columns.ts'
import { contentTypes } from './file-name.ts'
import { countMatches, matchingIds, type Selection, selectIds } from './file-sql.ts'
import { requireDownloadRight } from './policy.ts'
import type { DownloadDeps, DownloadInput, DownloadSource } from './ports.ts'
import { toQuote } from './quote.ts'
import type { FileRange } from './range.ts'
import { type DownloadRow, downloads } from './tables.ts'

const whole = z.coerce.number().int().nonnegative()
const matchCounts = z.strictObject({ matches: whole, total: whole })

const frozenRows = z.strictObject({ rows: whole })

/** `rows` frozen for a download and, of them, `fresh`: not owned yet. */
export async function countFrozen(
  { olap, search }: Pick<DownloadDeps, 'olap' | 'search'>,
  downloadId: string,
  ownership: Ownership,
): Promise<{ rows: number; fresh: number }> {
  const all = frozenIds(downloadId, 0)
  const sql = `SELECT count() AS rows FROM (${all.sql})`
  const { inLine } = search
  const { rows } = await inLine(async () => await askCounts(olap, { sql, params: all.params }, frozenRows))
  const owned = await countOwned({ olap, inLine }, ownership, { ...all, leads: rows })
  return { rows, fresh: rows - owned }
}

/** One row of counts. */
export async function askCounts<Row>(olap: Olap, statement: Statement, row: z.ZodType<Row>): Promise<Row> {
  const [counts] = await olap.ask({ ...statement, row })
  if (!counts) throw new AppError('internal', 'A count came back empty')
  return counts
}

export type Priced = {
  readonly quote: DownloadQuote
  readonly source: DownloadSource
  readonly selection: Selection
  readonly ownership: Ownership
}

type PriceDeps = Pick<DownloadDeps, 'db' | 'olap' | 'clock' | 'compile' | 'search'>

/** The quote together with what it was counted from. */
export async function priceDownload(
  deps: PriceDeps,
  scope: CompanyScope,
  input: DownloadInput,
): Promise<Priced> {
  const { db, olap, clock } = deps
  const { inLine } = deps.search
  const source = await deps.compile(scope, input)
  chooseColumns(input, source.columns)
  await requireActivePlan(db, scope)
  const allowance = await readAllowance(db, scope, clock.now())
  if (input.suppressOwned && !allowance.searchSuppressions) {
    throw new AppError(
      'payment_required',
      'Your plan does not leave out what you already have: upgrade to do so',
    )
  }
  const ownership = await readOwnership(deps, { companyId: scope.companyId, datasetNo: source.datasetNo })
  const { matches, total } = await inLine(
    async () => await askCounts(olap, countMatches(source), matchCounts),
  )
  const own = async (ids: LeadIds) => await countOwned({ olap, inLine }, ownership, ids)
  const owned = await own(matchingIds(source, matches))
  const { sort, limit, offset, suppressOwned } = input
  const selection = { sort, limit, offset, suppressOwned, total, matches }
  const left = Math.max(0, (suppressOwned ? matches - owned : matches) - offset)
  const rows = Math.min(limit ?? left, left)
  const taken = { ...selectIds(source, selection, ownership), leads: rows }
  const fresh = suppressOwned ? rows : rows - (rows === matches ? owned : await own(idsOf(taken)))
  const counts = { dataVersion: source.dataVersion, matches, owned, rows, fresh }
  return { quote: toQuote(input, counts, allowance), source, selection, ownership }
}

const idsOf = ({ sql, params, leads }: LeadIds): LeadIds => ({
  sql: `SELECT lead_id FROM (${sql})`,
  params,
  leads,
})

/**
 * What a download of this request would hold and cost now. Changes nothing.
 * @throws AppError `forbidden` for a viewer, `payment_required` for suppression without it in the plan, `rate_limited`
 *   when too many of the company's wait.
 */
export async function quoteDownload(
  deps: PriceDeps & Pick<DownloadDeps, 'counting'>,
  scope: CompanyScope,
  input: DownloadInput,
  signal?: AbortSignal,
): Promise<DownloadQuote> {
  requireDownloadRight(scope)
  const price = async () => await priceDownload(deps, scope, input)
  return (await deps.counting.run(scope.companyId, price, signal)).quote
}

/** Whoever writes a file says so every two seconds; after this silence nobody writes it any more. */
const SILENT_MS = 5_000

/** Whether a try at the file is over and the file is not: its job runs again by itself. */
function isRetrying({ state, attempts, updatedAt }: DownloadRow, now: Date): boolean {
  if (state === 'reserved') return attempts > 0
  return state === 'writing' && (attempts > 1 || now.getTime() - updatedAt.getTime() > SILENT_MS)
}

export function toDownload(row: DownloadRow, now: Date): Download {
  const isReady = row.state === 'ready'
  return {
    id: row.id,
    uid: row.userId,
    dictId: row.dictId,
    searchName: row.searchName,
    queryUrl: { url: row.queryUrl, filter: row.filter, dslFilter: row.dslFilter, dictId: row.dictId },
    state: row.state,
    dataVersion: row.dataVersion,
    format: row.format,
    columns: row.columns.map(({ key }) => key),
    offset: row.rowOffset,
    downloadCount: row.rows,
    newLeads: row.newLeads,
    csvFile: isReady ? row.fileName : null,
    bytes: row.bytes,
    sha256: row.sha256,
    progress: isReady ? 1 : row.progress,
    retrying: isRetrying(row, now),
    failure: row.failure,
    timestamp: row.createdAt.toISOString(),
    readyAt: row.readyAt?.toISOString() ?? null,
  }
}

/**
 * The company's row of that id.
 * @throws AppError `not_found`, the same for another company's as for one that never was.
 */
async function getRow(tx: Tx, scope: CompanyScope, id: string): Promise<DownloadRow> {
  const [row] = await tx
    .select()
    .from(downloads)
    .where(and(eq(downloads.id, id), eq(downloads.companyId, scope.companyId)))
  if (!row) throw new AppError('not_found', 'There is no such download')
  return row
}

type ReadDeps = { readonly db: Tx; readonly clock: Clock }

/** One of the company's downloads. @throws AppError `not_found` */
export async function getDownload(
  { db, clock }: ReadDeps,
  scope: CompanyScope,
  id: string,
): Promise<Download> {
  return toDownload(await getRow(db, scope, id), clock.now())
}

/** The company's downloads, newest first; `before` is the `timestamp` of the last one already seen. */
export async function listDownloads(
  { db, clock }: ReadDeps,
  scope: CompanyScope,
  page: { limit?: number; before?: Date } = {},
): Promise<Download[]> {
  const isOlder = page.before === undefined ? undefined : lt(downloads.createdAt, page.before)
  const rows = await db
    .select()
    .from(downloads)
    .where(and(eq(downloads.companyId, scope.companyId), isOlder))
    .orderBy(desc(downloads.createdAt), desc(downloads.id))
    .limit(Math.min(Math.max(page.limit ?? 50, 1), 200))
  return rows.map((row) => toDownload(row, clock.now()))
}

export type DownloadFile = {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: number
  /** A strong entity tag with its quotes: the SHA-256 of the content. */
  readonly etag: string
  /** When it became ready. */
  readonly modifiedAt: Date
  /** The content, or the bytes of a range, both ends included. */
  open(range?: FileRange): Promise<Readable>
}

/**
 * A ready file, as often as wanted and free for good.
 * @throws AppError `forbidden` for a viewer, `not_found`, `conflict` while it is not ready, `gone` when it failed.
 */
export async function openDownloadFile(
  { db, files }: { db: Tx; files: FileStore },
  scope: CompanyScope,
  id: string,
): Promise<DownloadFile> {
  requireDownloadRight(scope)
  const row = await getRow(db, scope, id)
  const { fileKey, bytes, sha256, readyAt } = row
  if (row.state === 'failed') throw new AppError('gone', 'This download failed; nothing was charged')
  if (row.state !== 'ready' || fileKey === null || bytes === null || sha256 === null || readyAt === null) {
    throw new AppError('conflict', 'This file is still being written', {
      details: { progress: row.progress },
    })
  }
  return {
    fileName: row.fileName,
    contentType: contentTypes[row.format],
    bytes,
    etag: `"${sha256}"`,
    modifiedAt: readyAt,
    open: async (range) => await files.read(fileKey, range),
  }
}
