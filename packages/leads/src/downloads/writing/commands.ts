import { setTimeout as delay } from 'node:timers/promises'
import { appendToLog } from '@freeor/credits/log/commands'
import { AppError } from '@freeor/kernel/errors'
import { and, eq, sql } from 'drizzle-orm'
import { lockLeadCustomer } from '../../allowance/commands.ts'
import { releaseReservation } from '../../allowance/reservations/commands.ts'
import { prepareLeadNotes } from '../../lead-notes/prepare-lead-notes.ts'
import { readOwnership } from '../../ownership/read-ownership.ts'
import { tellWebhooks } from '../../webhooks/events/commands.ts'
import { openFileBody } from '../adapters/file-body.ts'
import { extensionOf, zipName } from '../file-name.ts'
import { type DownloadDeps, downloadQueue } from '../ports.ts'
import { prepareFileColumns } from '../prepare-file-columns.ts'
import { countFilled } from '../presets/count-filled.ts'
import { countFrozenRows } from '../price-download.ts'
import { planParts } from '../split/plan-parts.ts'
import { type DownloadRow, downloads } from '../tables.ts'
import { listIdleDownloads } from '../upkeep/queries.ts'
import { inFlight, settleDownload, type WrittenDownload } from './settle-download.ts'

/** Runs of a file's job, crashed ones included, before it is given up. */
export const MAX_ATTEMPTS = 6

type Run = { readonly downloadId: string; readonly signal: AbortSignal }

/** How the job of a download may end: its file is ready, it was given up, or another run had ended it. */
export const downloadResults = ['ready', 'failed', 'ended before'] as const
export type DownloadResult = (typeof downloadResults)[number]

/**
 * The job: writes the file of a download and settles its credits, or, after the last attempt, fails it and gives them
 * back. It may run again at any time, even twice at the same time: each attempt has its own file, and only one settles.
 * @throws whatever went wrong, so that the queue runs it again.
 */
export async function runDownload(deps: DownloadDeps, { downloadId, signal }: Run): Promise<DownloadResult> {
  await untilEngineAnswers(deps, signal)
  const row = await beginAttempt(deps, downloadId)
  if (!row) return 'ended before'
  if (row.attempts > MAX_ATTEMPTS) return await failDownload(deps, row, 'The file could not be written')
  const stopShowing = showWriting(deps, row)
  try {
    await deps.faults?.('reserved')
    const written = await writeFile(deps, row, signal)
    await deps.faults?.('renamed')
    const isOwn = await settleDownload(deps, row, written)
    await deps.faults?.('committed')
    // The engine's tables are brought up to date right away, so that the next reader does not wait for it.
    await readOwnership(deps, row)
    await appendToLog(deps.ledgerLog)
    return isOwn ? 'ready' : 'ended before'
  } catch (error) {
    if (row.attempts < MAX_ATTEMPTS || signal.aborted) {
      await giveBackAttempt(deps, row)
      throw error
    }
    return await failDownload(deps, row, 'The file could not be written')
  } finally {
    stopShowing()
  }
}

const ENGINE_PAUSE_MS = 250
const ENGINE_PAUSES = 1_200

/** Waits for an engine that is being started again, at most five minutes: otherwise an attempt would be lost. */
async function untilEngineAnswers({ olap }: DownloadDeps, signal: AbortSignal): Promise<void> {
  for (let pause = 0; pause < ENGINE_PAUSES && !(await olap.ping()); pause++)
    await delay(ENGINE_PAUSE_MS, undefined, { signal })
}

async function beginAttempt(
  { db, clock }: DownloadDeps,
  downloadId: string,
): Promise<DownloadRow | undefined> {
  const [row] = await db
    .update(downloads)
    .set({
      state: 'writing',
      attempts: sql`${downloads.attempts} + 1`,
      progress: 0,
      updatedAt: clock.now(),
    })
    .where(and(eq(downloads.id, downloadId), inFlight))
    .returning()
  return row
}

/** The attempt of this run, as long as no other has begun. */
const isOwnAttempt = ({ id, attempts }: DownloadRow) =>
  and(eq(downloads.id, id), eq(downloads.attempts, attempts), eq(downloads.state, 'writing'))

const SHOW_EVERY_MS = 2_000

/**
 * Records every two seconds that the file is being written, also while it gets no rows, so that others can tell when
 * nobody writes it any more. @returns what ends it
 */
function showWriting({ db, clock }: DownloadDeps, row: DownloadRow): () => void {
  const show = () =>
    void db
      .update(downloads)
      .set({ updatedAt: clock.now() })
      .where(isOwnAttempt(row))
      // The next one may succeed; the writing itself finds out whether the database is away.
      .catch(() => undefined)
  const timer = setInterval(show, SHOW_EVERY_MS)
  return () => clearInterval(timer)
}

/** The download waits again, without a file. If even that cannot be recorded, its silence shows it. */
async function giveBackAttempt({ db, clock }: DownloadDeps, row: DownloadRow): Promise<void> {
  await db
    .update(downloads)
    .set({ state: 'reserved', progress: 0, updatedAt: clock.now() })
    .where(isOwnAttempt(row))
    .catch(() => undefined)
}

async function writeFile(
  deps: DownloadDeps,
  row: DownloadRow,
  signal: AbortSignal,
): Promise<WrittenDownload> {
  const notes = row.includesNotes ? await prepareLeadNotes(deps, row, row.datasetNo) : undefined
  const file = { ...row, notes, columns: await prepareFileColumns(deps, row) }
  const split = await planParts(deps, file)
  const fileName = split ? zipName(row.fileName) : row.fileName
  const fileKey = `downloads/${row.companyId}/${row.id}-${row.attempts}.${extensionOf(fileName)}`
  const onRows = tellProgress(deps, row)
  let isFirst = true
  const { body, rows, parts } = await openFileBody({
    ...{ olap: deps.olap, file, split, signal },
    async onRows(done) {
      if (isFirst) await deps.faults?.('mid-file')
      isFirst = false
      await onRows(done)
    },
  })
  const written = await deps.files.write(fileKey, body)
  // Fewer than were ordered when somebody of them has opted out.
  const frozen = await countFrozenRows(deps, row.id)
  if (rows() !== frozen) {
    await deps.files.remove(fileKey)
    throw new AppError('internal', `The file of ${row.id} has ${rows()} of ${frozen} rows`)
  }
  return {
    ...written,
    fileKey,
    fileName,
    rows: frozen,
    parts: parts(),
    filled: await countFilled(deps, file),
  }
}

/** Stores the progress whenever another twentieth is done. */
function tellProgress({ db, clock }: DownloadDeps, row: DownloadRow): (rows: number) => Promise<void> {
  let told = 0
  return async (rows) => {
    const progress = Math.min(rows / Math.max(row.rows, 1), 1)
    if (progress - told < 0.05) return
    told = progress
    await db.update(downloads).set({ progress, updatedAt: clock.now() }).where(isOwnAttempt(row))
  }
}

/** Gives up a download that is not ready, and gives its credits back, in one transaction. */
async function failDownload(
  { db, clock }: Pick<DownloadDeps, 'db' | 'clock'>,
  row: Pick<DownloadRow, 'id' | 'companyId' | 'userId'>,
  reason: string,
): Promise<DownloadResult> {
  const now = clock.now()
  return await db.transaction(async (tx) => {
    await lockLeadCustomer(tx, row.companyId, row.userId)
    const [failed] = await tx
      .update(downloads)
      .set({ state: 'failed', failure: reason, updatedAt: now })
      .where(and(eq(downloads.id, row.id), inFlight))
      .returning()
    if (!failed) return 'ended before'
    await releaseReservation(tx, { downloadId: row.id, reason, now })
    const { id, companyId, dictId, searchName } = failed
    const data = { downloadId: id, dictId, searchName, reason }
    await tellWebhooks(tx, { companyId, event: { type: 'download.failed', data }, now })
    return 'failed'
  })
}

/**
 * Sends a job for every download that is in progress and has none: after a restore, which does not bring jobs back, and
 * after a job was given up. A second job does no harm.
 * @returns how many.
 */
export async function recoverDownloads({ db, jobs }: Pick<DownloadDeps, 'db' | 'jobs'>): Promise<number> {
  const idle = await listIdleDownloads(db)
  for (const id of idle) await jobs.send(undefined, downloadQueue, { downloadId: id })
  return idle.length
}
