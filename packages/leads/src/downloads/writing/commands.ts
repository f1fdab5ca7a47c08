import { setTimeout as delay } from 'node:timers/promises'
import { appendToLog } from '@freeor/credits/log/commands'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import type { WrittenFile } from '@freeor/storage/ports'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { lockLeadCustomer } from '../../allowance/commands.ts'
import { releaseReservation, settleReservation } from '../../allowance/reservations/commands.ts'
import { sendUseNotice } from '../../allowance/send-use-notice.ts'
import { type Businesses, readBusinesses } from '../../businesses/read-businesses.ts'
import { prepareLeadNotes } from '../../lead-notes/prepare-lead-notes.ts'
import { holdsOptOutState, readOptOutState } from '../../opt-outs/queries.ts'
import { requireOptOutsApplied } from '../../opt-outs/require-applied.ts'
import type { Ownership } from '../../ownership/owned-leads.ts'
import { readReadyNo } from '../../ownership/queries.ts'
import { readOwnership } from '../../ownership/read-ownership.ts'
import { tellWebhooks, type WebhookEvent } from '../../webhooks/events/commands.ts'
import { openFileBody } from '../adapters/file-body.ts'
import { companyLimiter } from '../company-limiter.ts'
import { extensionOf, zipName } from '../file-name.ts'
import { type DownloadDeps, downloadQueue } from '../ports.ts'
import { prepareFileColumns } from '../prepare-file-columns.ts'
import { countFilled } from '../presets/count-filled.ts'
import { countFrozen, countFrozenRows } from '../price-download.ts'
import { planParts } from '../split/plan-parts.ts'
import { type DownloadRow, downloads } from '../tables.ts'
import { listIdleDownloads } from '../upkeep/queries.ts'

/** Runs of a file's job, crashed ones included, before it is given up. */
export const MAX_ATTEMPTS = 6

const inFlight = inArray(downloads.state, ['reserved', 'writing'])

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
    const isOwn = await settle(deps, row, written)
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

type Written = WrittenFile &
  Pick<DownloadRow, 'fileName' | 'parts' | 'filled'> & { readonly fileKey: string; readonly rows: number }

async function writeFile(deps: DownloadDeps, row: DownloadRow, signal: AbortSignal): Promise<Written> {
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

const SETTLE_TURNS = 20

/**
 * Debits exactly the leads that nobody in the company owns yet, each business once, and makes the file ready, in one transaction. The
 * credits of leads that another download of the company brought in meanwhile are given back: nobody pays twice for a
 * lead.
 * @returns whether this run made the file ready
 */
async function settle(deps: DownloadDeps, row: DownloadRow, written: Written): Promise<boolean> {
  return await companyLimiter.run({ key: row.companyId }, async () => {
    for (let turn = 0; turn < SETTLE_TURNS; turn++) {
      await requireOptOutsApplied(deps.db)
      const { number } = await readOptOutState(deps.db)
      const ownership = await readOwnership(deps, row)
      const businesses = await readBusinesses(deps, row.datasetNo)
      const { fresh, same, rows } = await countFrozen(deps, row.id, { ownership, businesses })
      if (rows !== written.rows)
        throw new AppError('unavailable', `${row.id} has ${rows} frozen leads, its file ${written.rows}`)
      const settled = await deps.db.transaction(async (tx) => {
        await lockLeadCustomer(tx, row.companyId, row.userId)
        // While leads are being removed, the file may hold some of them: the next turn counts again.
        if (!(await holdsOptOutState(tx, number))) return undefined
        if ((await readReadyNo(tx, row)).readyNo !== ownership.readyNo) return undefined
        const isOwn = await settleLocked(deps, tx, {
          row,
          written,
          fresh,
          same,
          before: ownership,
          businesses,
        })
        return { isOwn }
      })
      if (settled) return settled.isOwn
    }
    throw new AppError('unavailable', 'Other downloads of the company keep finishing')
  })
}

type Settling = {
  readonly row: DownloadRow
  readonly written: Written
  readonly fresh: number
  readonly same: number
  readonly businesses: Businesses
  /** What the company owned before this file. */
  readonly before: Ownership
}

async function settleLocked(deps: DownloadDeps, tx: Tx, settling: Settling): Promise<boolean> {
  const { row, written, fresh, same, before, businesses } = settling
  const now = deps.clock.now()
  const [ready] = await tx
    .update(downloads)
    .set({
      state: 'ready',
      rows: written.rows,
      newLeads: fresh,
      sameLeads: same,
      businessesVersion: businesses.version,
      readyNo: before.readyNo + 1,
      ownedLeads: before.leads + fresh + same,
      progress: 1,
      fileKey: written.fileKey,
      fileName: written.fileName,
      parts: written.parts,
      filled: written.filled,
      bytes: written.bytes,
      sha256: written.sha256,
      updatedAt: now,
      readyAt: now,
    })
    .where(and(eq(downloads.id, row.id), inFlight))
    .returning()
  // Another run settled or failed it first; this one's file is swept.
  if (!ready) return false
  const { fileName } = written
  const outcome = await settleReservation(tx, { downloadId: row.id, amount: fresh, fileName, now })
  if (outcome.status !== 'settled')
    throw new AppError('internal', `${row.id} was ${outcome.status} before it was ready`)
  await sendUseNotice(tx, deps.billing, { companyId: row.companyId, amount: fresh, now })
  await tellWebhooks(tx, { companyId: row.companyId, event: readyEvent(ready, written), now })
  return true
}

function readyEvent(
  { id, dictId, searchName, format, rows, newLeads }: DownloadRow,
  { bytes, sha256 }: Written,
): WebhookEvent {
  const data = { downloadId: id, dictId, searchName, format, rows, newLeads, bytes, sha256 }
  return { type: 'download.ready', data }
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
