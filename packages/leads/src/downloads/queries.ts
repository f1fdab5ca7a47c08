import type { Readable } from 'node:stream'
import { users } from '@freeor/accounts/tables'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import type { FileRange } from '@freeor/storage/byte-range'
import type { FileStore } from '@freeor/storage/ports'
import { and, desc, eq, lt, ne, sql } from 'drizzle-orm'
import { contentTypeOf } from './file-name.ts'
import { requireDownloadRight } from './policy.ts'
import type { Download, ListedDownload, WhoseDownloads } from './schema.ts'
import { type DownloadRow, downloads } from './tables.ts'

/** The process that writes a file records it every two seconds; after a silence this long nobody writes it any more. */
const SILENT_MS = 5_000

/** Whether an attempt has ended without a finished file: its job runs again by itself. */
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
    sameLeads: row.sameLeads,
    rowsPerFile: row.rowsPerFile,
    includeNotes: row.includesNotes,
    preset: row.preset,
    filled: row.filled ?? [],
    parts: row.parts,
    csvFile: isReady && row.withdrawnAt === null ? row.fileName : null,
    bytes: row.bytes,
    sha256: row.sha256,
    progress: isReady ? 1 : row.progress,
    retrying: isRetrying(row, now),
    failure: row.failure,
    reported: row.reported,
    timestamp: row.createdAt.toISOString(),
    readyAt: row.readyAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  }
}

/**
 * The company's row with that id.
 * @throws AppError `not_found`, the same for another company's download as for one that never existed.
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

/** The company's download that was ordered under a key. */
export async function findOrdered(
  { db, clock }: ReadDeps,
  { companyId }: CompanyScope,
  idempotencyKey: string,
): Promise<Download | undefined> {
  const isIt = and(eq(downloads.companyId, companyId), eq(downloads.idempotencyKey, idempotencyKey))
  const [row] = await db.select().from(downloads).where(isIt)
  return row && toDownload(row, clock.now())
}

const notReady = (row: DownloadRow) =>
  new AppError('conflict', 'This file is still being written', { details: { progress: row.progress } })

/**
 * The row of a file that is ready, also of one that is not handed out any more.
 * @throws AppError `not_found`, `conflict` while it is not ready, `gone` when it failed
 */
export async function getReadyRow(tx: Tx, scope: CompanyScope, id: string) {
  const row = await getRow(tx, scope, id)
  const { bytes, sha256, readyAt } = row
  if (row.state === 'failed') throw new AppError('gone', 'This download failed; nothing was charged')
  if (row.state !== 'ready' || bytes === null || sha256 === null || readyAt === null) throw notReady(row)
  return { ...row, bytes, sha256, readyAt }
}

type DownloadPage = { limit?: number; before?: Date; after?: string | undefined; whose?: WhoseDownloads }

/**
 * The company's downloads, newest first; `after` is the id of the last one already seen, `before` leaves out what was
 * ordered at that time or later, `whose` one's own or those of the others.
 */
export async function listDownloads(
  { db, clock }: ReadDeps,
  { companyId, userId }: CompanyScope,
  { limit = 50, before, after, whose = 'everybody' }: DownloadPage = {},
): Promise<ListedDownload[]> {
  const isWanted = {
    everybody: undefined,
    mine: eq(downloads.userId, userId),
    colleagues: ne(downloads.userId, userId),
  }[whose]
  const ofCompany = eq(downloads.companyId, companyId)
  const isOlder = before === undefined ? undefined : lt(downloads.createdAt, before)
  // By time and id: several files may be of the same millisecond.
  const last = db
    .select({ at: downloads.createdAt, id: downloads.id })
    .from(downloads)
    .where(and(ofCompany, eq(downloads.id, after ?? '')))
  const isAfter = after === undefined ? undefined : sql`(${downloads.createdAt}, ${downloads.id}) < (${last})`
  const found = await db
    .select({ row: downloads, ordererName: users.name })
    .from(downloads)
    .innerJoin(users, eq(users.id, downloads.userId))
    .where(and(ofCompany, isWanted, isOlder, isAfter))
    .orderBy(desc(downloads.createdAt), desc(downloads.id))
    .limit(Math.min(Math.max(limit, 1), 200))
  return found.map(({ row, ordererName }) => ({ ...toDownload(row, clock.now()), ordererName }))
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

const withdrawnText =
  'Somebody in this file has asked not to be contacted, so it is not handed out any more. Download the search again: leads you own cost nothing.'

/**
 * A ready file: it can be fetched any number of times, and stays free.
 * @throws AppError `forbidden` for a viewer, `not_found`, `conflict` while it is not ready, `gone` when it failed.
 */
export async function openDownloadFile(
  { db, files }: { db: Tx; files: FileStore },
  scope: CompanyScope,
  id: string,
): Promise<DownloadFile> {
  requireDownloadRight(scope)
  const row = await getReadyRow(db, scope, id)
  const { fileKey, bytes, sha256, readyAt } = row
  if (row.withdrawnAt !== null) throw new AppError('gone', withdrawnText)
  if (fileKey === null) throw notReady(row)
  return {
    fileName: row.fileName,
    contentType: contentTypeOf(row),
    bytes,
    etag: `"${sha256}"`,
    modifiedAt: readyAt,
    open: async (range) => await files.read(fileKey, range),
  }
}
