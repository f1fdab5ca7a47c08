import { AppError } from '@freeor/kernel/errors'
import { isNoRoom, isOutage } from '@freeor/postgres/outage'
import { findDataset } from '../dictionaries/queries.ts'
import { dictId as dictIdSchema } from '../schema.ts'
import { chooseColumns, type Wishes, wishesOf } from './columns/choose-columns.ts'
import { goneColumns, isReplacement, replacementText } from './columns/replaced-columns.ts'
import { readSample } from './file/read-sample.ts'
import { RejectsFile } from './file/rejects-file.ts'
import type { ImportDeps, ImportOrder } from './import-order.ts'
import { beginImport, endImport, type ImportEnd, type ImportTicket, isCancelled } from './records/commands.ts'
import { followProgress } from './records/follow-progress.ts'
import { CutOff } from './records/retries.ts'
import type { ImportReport } from './schema.ts'
import { planImport } from './version/plan-import.ts'
import { sweepTables } from './version/sweep-tables.ts'
import { writeVersion } from './version/write-version.ts'

export type { ImportDeps, ImportOrder } from './import-order.ts'

/**
 * Imports a file as the next version of a dictionary: writes it to separate tables, then makes it the serving version
 * in one transaction. Until then the present version serves, whatever happens. Rows in = rows stored + rows rejected.
 * @throws AppError `invalid_request` when the file cannot be read as a table, no row of it can be stored, or it looks
 * like another dataset and nobody said that this is meant; `conflict` when an import of this dictionary is running. An
 * aborted `signal` rejects with its reason.
 */
export async function importLeads(deps: ImportDeps, order: ImportOrder): Promise<ImportReport> {
  const dictId = dictIdSchema.safeParse(order.dictId)
  if (!dictId.success) throw new AppError('invalid_request', dictId.error.issues[0]?.message ?? 'No such id')
  const started = performance.now()
  const sample = await readSample(order.source)
  const wishes = wishesOf(sample, order.columns)
  // One that is begun again was let through before.
  if (order.isReplacement !== true && !order.retry) await refuseReplacement(deps, order, wishes)
  const ticket = await beginImport(deps, { ...order, dictId: dictId.data })
  order.onBegun?.(ticket.id, ticket.progress)
  const lost = new AbortController()
  const stopBeating = followProgress(deps, ticket, (reason) => lost.abort(reason))
  const signal = order.signal ? AbortSignal.any([order.signal, lost.signal]) : lost.signal
  const rejects = new RejectsFile(deps.store, `imports/${ticket.id}/rejects.csv`)
  try {
    const columns = chooseColumns(wishes, ticket.columns)
    const plan = planImport({ sample, columns, identity: ticket.identity })
    const work = { deps, order: { ...order, signal }, sample, ticket, plan, rejects, columns, started }
    const report = await writeVersion(work)
    await stopBeating()
    order.onProgress?.({ ...ticket.progress, phase: 'done', secondsLeft: 0 })
    deps.onEnded?.('done')
    return report
  } catch (cause) {
    await stopBeating()
    // By another process since the last beat. Whether it was cannot be known while PostgreSQL is away.
    if (!signal.aborted && (await isCancelled(deps, ticket).catch(() => false)))
      lost.abort(new Error('cancelled'))
    const error: unknown = lost.signal.aborted ? lost.signal.reason : cause
    deps.onEnded?.(endOf(error, signal).state)
    await abandon(deps, { ticket, rejects, error, signal })
    throw error
  }
}

/** @throws AppError `invalid_request` when the file lacks most columns of the dictionary */
async function refuseReplacement({ db }: ImportDeps, order: ImportOrder, wishes: Wishes): Promise<void> {
  const before = (await findDataset(db, order.dictId))?.dictionary.columns ?? []
  const columns = chooseColumns(wishes, before)
  if (!isReplacement(before, columns)) return
  const text = {
    name: order.source.name,
    dictId: order.dictId,
    gone: goneColumns(before, columns),
    of: before.length,
  }
  throw new AppError('invalid_request', replacementText(text), { details: { reason: 'other_columns' } })
}

type Abandoned = {
  readonly ticket: ImportTicket
  readonly rejects: RejectsFile
  readonly error: unknown
  readonly signal: AbortSignal
}

/** Records the import as ended and drops what it wrote; what cannot be dropped now, the next sweep drops. */
async function abandon(deps: ImportDeps, { ticket, rejects, error, signal }: Abandoned): Promise<void> {
  try {
    await endImport(deps, ticket, endOf(error, signal))
    await rejects.discard()
    await sweepTables(deps, ticket.datasetNo)
  } catch (cause) {
    deps.log('An import could not be cleaned up', { importId: ticket.id, error: String(cause) })
  }
}

function endOf(error: unknown, signal: AbortSignal): ImportEnd {
  if (signal.aborted && signal.reason instanceof CutOff)
    return { state: 'failed', failure: signal.reason.message, isCutOff: true }
  const failure = error instanceof AppError ? error.message : 'The import failed'
  return { state: signal.aborted ? 'cancelled' : 'failed', failure, isCutOff: isAway(error) }
}

/** Whether an engine was away. A full disk is none of these: the next attempt would fill it again. */
function isAway(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'unavailable' && error.details.reason !== 'disk_full'
  return isOutage(error) && !isNoRoom(error)
}
