import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Database, Tx } from '@freeor/postgres/database'
import { isAlive, type SignOfLife, showLife } from '@freeor/postgres/liveness'
import { and, desc, eq, max, notInArray } from 'drizzle-orm'
import { datasets, datasetVersions } from '../../dictionaries/tables.ts'
import { hasOptOutNumber } from '../../opt-outs/queries.ts'
import type { Column } from '../../schema.ts'
import { tellWebhooks } from '../../webhooks/events/commands.ts'
import type { Identity } from '../columns/identity.ts'
import type { ImportSource } from '../ports.ts'
import type { ImportProgress, ImportReport } from '../schema.ts'
import { imports } from '../tables.ts'
import { ended, silentMilliseconds } from './end-unattended.ts'
import type { ImportRetry } from './retries.ts'

/** How many versions are kept for searches as of them. */
const versionsKept = 3

type Records = { readonly db: Database; readonly clock: Clock }

/** An import that has begun, and the version before it. */
export type ImportTicket = {
  readonly id: string
  readonly dictId: string
  readonly datasetNo: number
  readonly version: number
  readonly previous: number
  readonly previousRows: number
  /** Columns and identity of the version before; empty and undefined for the first. */
  readonly columns: readonly Column[]
  readonly identity: Identity | undefined
  readonly life: SignOfLife
  progress: ImportProgress
}

type Begin = {
  readonly source: ImportSource
  readonly dictId: string
  readonly name?: string
  readonly columns?: readonly Column[]
  readonly userId?: string
  readonly uploadId?: string
  readonly retry?: ImportRetry
}

/**
 * Records that an import of a dictionary runs, and makes the dictionary if it is new.
 * @throws AppError `conflict` when one runs already.
 */
export async function beginImport(records: Records, order: Begin): Promise<ImportTicket> {
  const id = newId('imp')
  // Before the record can be seen, else the import would count as dead for a moment.
  const life = await showLife(records.db, id)
  try {
    return { ...(await recordImport(records, order, id)), life }
  } catch (error) {
    life.end()
    throw error
  }
}

async function recordImport(
  { db, clock }: Records,
  order: Begin,
  id: string,
): Promise<Omit<ImportTicket, 'life'>> {
  const now = clock.now()
  const { dictId, source } = order
  return await db.transaction(async (tx) => {
    await tx
      .insert(datasets)
      .values({ dictId, name: order.name ?? dictId, createdAt: now })
      .onConflictDoNothing()
    const [dataset] = await tx.select().from(datasets).where(eq(datasets.dictId, dictId)).for('update')
    if (!dataset) throw new AppError('internal', `No dataset ${dictId}`)
    if (await failDead(tx, dictId, now))
      throw new AppError('conflict', `An import of ${dictId} is running. Wait for it or cancel it`)
    const [serving] = await tx
      .select()
      .from(datasetVersions)
      .where(and(eq(datasetVersions.dictId, dictId), eq(datasetVersions.version, dataset.currentVersion)))
    const version = await nextVersion(tx, dictId, dataset.currentVersion)
    await tx.insert(imports).values({
      id,
      dictId,
      version,
      state: 'running',
      phase: 'reading',
      sourceName: source.name,
      bytesTotal: source.bytes,
      userId: order.userId ?? null,
      uploadId: order.uploadId ?? null,
      askedName: order.name ?? null,
      askedColumns: order.columns ?? null,
      retryOf: order.retry?.of ?? null,
      attempt: order.retry?.attempt ?? 1,
      startedAt: now,
      progressAt: now,
    })
    return {
      id,
      dictId,
      datasetNo: dataset.datasetNo,
      version,
      previous: dataset.currentVersion,
      previousRows: serving?.rows ?? 0,
      columns: serving?.columns ?? [],
      identity: serving?.identity,
      progress: {
        bytesDone: 0,
        bytesTotal: source.bytes,
        rows: 0,
        rowsPerSecond: 0,
        secondsLeft: null,
        phase: 'reading',
      },
    }
  })
}

/**
 * The number of the next version. Numbers of imports that were cut off are not used again: their process may only have
 * hung, and must not find tables of its own name that another one fills.
 */
async function nextVersion(tx: Tx, dictId: string, current: number): Promise<number> {
  const [used] = await tx
    .select({ version: max(imports.version) })
    .from(imports)
    .where(and(eq(imports.dictId, dictId), eq(imports.isCutOff, true)))
  return Math.max(current, used?.version ?? 0) + 1
}

/**
 * Ends the import of a dictionary whose process is gone; true when one runs that is alive. An import that only lost its
 * connection at this moment is ended too: its version is then not published, and nothing of it is ever seen.
 */
async function failDead(tx: Tx, dictId: string, now: Date): Promise<boolean> {
  const [running] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.dictId, dictId), eq(imports.state, 'running')))
  if (!running) return false
  const isHeard = running.progressAt.getTime() >= now.getTime() - silentMilliseconds
  if (isHeard && (await isAlive(tx, running.id))) return true
  await tx.update(imports).set(ended(now)).where(eq(imports.id, running.id))
  return false
}

/**
 * Records that the import is alive, and how far it is.
 * @returns false when somebody has ended it.
 */
export async function beat({ db, clock }: Records, { id, progress }: ImportTicket): Promise<boolean> {
  const { bytesDone, rows, phase } = progress
  const beaten = await db
    .update(imports)
    .set({ bytesDone, rows, phase, progressAt: clock.now() })
    .where(and(eq(imports.id, id), eq(imports.state, 'running')))
    .returning({ id: imports.id })
  return beaten.length > 0
}

/**
 * Ends a running import, whichever process runs it: that one notices within two seconds, and nothing of it is seen.
 * @returns false when it does not run
 */
export async function cancelImport({ db, clock }: Records, id: string): Promise<boolean> {
  const now = clock.now()
  const cancelled = await db
    .update(imports)
    // Cut off from outside: its number is not used again, as its process writes for a moment more.
    .set({ state: 'cancelled', failure: 'It was cancelled', isCutOff: true, endedAt: now, progressAt: now })
    .where(and(eq(imports.id, id), eq(imports.state, 'running')))
    .returning({ id: imports.id })
  return cancelled.length > 0
}

/** Whether a super admin ended it. */
export async function isCancelled({ db }: Pick<Records, 'db'>, { id }: ImportTicket): Promise<boolean> {
  const [found] = await db.select({ state: imports.state }).from(imports).where(eq(imports.id, id))
  return found?.state === 'cancelled'
}

export type ImportEnd = {
  readonly state: 'failed' | 'cancelled'
  readonly failure: string
  /** Whether it was cut off from outside, and may be begun again. */
  readonly isCutOff: boolean
}

/** Ends an import that made no version. */
export async function endImport({ db, clock }: Records, { id }: ImportTicket, end: ImportEnd): Promise<void> {
  const now = clock.now()
  await db
    .update(imports)
    .set({ ...end, endedAt: now, progressAt: now })
    .where(and(eq(imports.id, id), eq(imports.state, 'running')))
}

type Publication = {
  readonly ticket: ImportTicket
  readonly report: ImportReport
  readonly columns: readonly Column[]
  readonly identity: Identity
  readonly bounds: [number, number, number, number] | null
  /** The do-not-contact list's number: people on that list are not in the version. */
  readonly optOutNumber: number
}

/**
 * Makes the written version the serving one and removes the oldest, in one transaction.
 * @returns false when somebody has opted out since the version was written
 * @throws AppError `conflict` when the import was ended meanwhile, e.g. because it was silent: its tables may be gone.
 */
export async function publishVersion({ db, clock }: Records, publication: Publication): Promise<boolean> {
  const { ticket, report } = publication
  const { dictId, version } = ticket
  const now = clock.now()
  return await db.transaction(async (tx) => {
    if (!(await hasOptOutNumber(tx, publication.optOutNumber))) return false
    const [moved] = await tx
      .update(datasets)
      .set({ currentVersion: version })
      .where(and(eq(datasets.dictId, dictId), eq(datasets.currentVersion, ticket.previous)))
      .returning({ dictId: datasets.dictId })
    const [ended] = await tx
      .update(imports)
      .set({
        state: 'done',
        phase: 'done',
        report,
        rows: report.rowsIn,
        bytesDone: ticket.progress.bytesTotal,
        endedAt: now,
        progressAt: now,
      })
      .where(and(eq(imports.id, ticket.id), eq(imports.state, 'running')))
      .returning({ id: imports.id })
    if (!moved || !ended)
      throw new AppError('conflict', 'The import was ended before its version could serve')
    await tx.insert(datasetVersions).values({
      dictId,
      version,
      rows: report.rowsStored,
      columns: [...publication.columns],
      identity: publication.identity,
      bounds: publication.bounds,
      importedAt: now,
    })
    const kept = await tx
      .select({ version: datasetVersions.version })
      .from(datasetVersions)
      .where(eq(datasetVersions.dictId, dictId))
      .orderBy(desc(datasetVersions.version))
      .limit(versionsKept)
    const numbers = kept.map((one) => one.version)
    await tx
      .delete(datasetVersions)
      .where(and(eq(datasetVersions.dictId, dictId), notInArray(datasetVersions.version, numbers)))
    const data = { dictId, version, rows: report.rowsStored }
    await tellWebhooks(tx, { companyId: undefined, event: { type: 'dataset.imported', data }, now })
    return true
  })
}
