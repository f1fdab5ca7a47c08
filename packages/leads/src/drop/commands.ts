import { recordAudit } from '@freeor/accounts/commands'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { raiseOptOutNumber } from '../opt-outs/commands.ts'
import { addDropHashes } from '../opt-outs/take-drop-hashes.ts'
import { amendStatuses } from './amend-statuses.ts'
import { fetchLists } from './fetch-lists.ts'
import { dropLimits } from './limits.ts'
import { matchItems } from './match-items.ts'
import type { DropDeps } from './ports.ts'
import { type Cycle, countStatuses, findOpenCycle, readLastDownload } from './queries.ts'
import { removeMatched } from './remove-matched.ts'
import { reportStatuses } from './report-statuses.ts'
import type { DropStatus } from './schema.ts'
import { dropCycles, dropEvents, dropExemptions, dropItems } from './tables.ts'

const DAY_MS = 24 * 60 * 60_000
/** Longer than the longest call of the state. */
const LEASE_MS = dropLimits.requestMs + 5 * 60_000

/** One step of a cycle. @returns whether the next one can follow at once */
type Step = (deps: DropDeps, cycle: Cycle) => Promise<boolean>

const steps: Readonly<Record<Cycle['state'], Step | undefined>> = {
  requested: fetchLists,
  downloaded: matchItems,
  matched: removeMatched,
  removed: reportStatuses,
  reported: undefined,
  stuck: undefined,
}

/**
 * Does what is due: begins a cycle, goes on with the one that is open, and corrects statuses that changed since they
 * were reported. Each step is repeated when it was cut short; of several processes one works at a time.
 */
export async function continueDrop(deps: DropDeps): Promise<void> {
  if (!deps.api) return
  if (await isDue(deps)) await beginCycle(deps)
  for (;;) {
    const cycle = await lease(deps)
    if (!cycle) break
    let isOn = false
    try {
      isOn = (await steps[cycle.state]?.(deps, cycle)) ?? false
    } finally {
      await deps.db.update(dropCycles).set({ leasedUntil: null }).where(eq(dropCycles.id, cycle.id))
    }
    if (!isOn) break
  }
  await amendStatuses(deps)
}

async function isDue({ db, clock }: DropDeps): Promise<boolean> {
  if (await findOpenCycle(db)) return false
  const last = await readLastDownload(db)
  return !last || clock.now().getTime() - last.getTime() >= dropLimits.beginAfterDays * DAY_MS
}

/** Begins a cycle unless one is open. @returns whether it was begun */
export async function beginCycle({ db, clock }: Pick<DropDeps, 'db' | 'clock'>): Promise<boolean> {
  const begun = await db
    .insert(dropCycles)
    .values({ id: newId('drop'), state: 'requested', startedAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: dropCycles.id })
  return begun.length > 0
}

/** The open cycle, held for us alone, once its time has come. */
async function lease({ db, clock }: DropDeps): Promise<Cycle | undefined> {
  const now = clock.now()
  const [cycle] = await db
    .update(dropCycles)
    .set({ leasedUntil: new Date(now.getTime() + LEASE_MS) })
    .where(
      and(
        ne(dropCycles.state, 'reported'),
        ne(dropCycles.state, 'stuck'),
        or(isNull(dropCycles.nextAt), lt(dropCycles.nextAt, now), eq(dropCycles.nextAt, now)),
        or(isNull(dropCycles.leasedUntil), lt(dropCycles.leasedUntil, now)),
      ),
    )
    .returning()
  return cycle
}

/** A super admin has seen to what stood in the way: a stuck cycle goes on, one that waits does not wait. */
export async function tryAgain({ db }: Pick<DropDeps, 'db'>): Promise<void> {
  const state = sql`CASE WHEN ${dropCycles.state} <> 'stuck' THEN ${dropCycles.state}
    WHEN ${dropCycles.removedAt} IS NOT NULL THEN 'removed' WHEN ${dropCycles.matchedAt} IS NOT NULL THEN 'matched'
    WHEN ${dropCycles.downloadedAt} IS NOT NULL THEN 'downloaded' ELSE 'requested' END`
  await db.update(dropCycles).set({ state, nextAt: null }).where(ne(dropCycles.state, 'reported'))
}

export type DropEvent = { readonly id: string; readonly type: string }

/** An event of the state's webhook; one that came before does nothing. @returns whether it is new */
export async function takeEvent(
  { db, clock }: Pick<DropDeps, 'db' | 'clock'>,
  event: DropEvent,
): Promise<boolean> {
  const at = clock.now()
  return await db.transaction(async (tx) => {
    const taken = await tx
      .insert(dropEvents)
      .values({ ...event, at })
      .onConflictDoNothing()
      .returning()
    if (taken.length === 0) return false
    if (event.type === 'download.ready')
      await tx.update(dropCycles).set({ nextAt: null }).where(eq(dropCycles.state, 'requested'))
    if (event.type === 'upload.processed') await noteProcessed(tx, at)
    return true
  })
}

async function noteProcessed(tx: Tx, at: Date): Promise<void> {
  const newest = tx
    .select({ id: dropCycles.id })
    .from(dropCycles)
    .where(eq(dropCycles.state, 'reported'))
    .orderBy(desc(dropCycles.startedAt))
    .limit(1)
  await tx.update(dropCycles).set({ processedAt: at }).where(eq(dropCycles.id, newest))
}

type Reasoned = { readonly reason: string; readonly superAdminUserId: string | undefined }

/**
 * Exempts an identifier from deletion, e.g. because the law wants its records kept. Where it is matched from now on, the
 * state is told so; what is deleted stays deleted.
 */
export async function addExemption(
  { db, clock }: Pick<DropDeps, 'db' | 'clock'>,
  hash: string,
  { reason, superAdminUserId }: Reasoned,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await tx
      .insert(dropExemptions)
      .values({ hash, reason, createdAt: now })
      .onConflictDoUpdate({ target: dropExemptions.hash, set: { reason } })
    const details = { hash, reason }
    await recordAudit(tx, { action: 'drop.exemption_added', now, actorUserId: superAdminUserId, details })
  })
}

/**
 * Ends an exemption: the identifier is put on the do-not-contact list, and the state is told that it was deleted.
 * @throws AppError `not_found`
 */
export async function endExemption(
  { db, clock }: Pick<DropDeps, 'db' | 'clock'>,
  hash: string,
  { reason, superAdminUserId }: Reasoned,
): Promise<void> {
  const now = clock.now()
  const deleted: DropStatus = 3
  await db.transaction(async (tx) => {
    const ended = await tx.delete(dropExemptions).where(eq(dropExemptions.hash, hash)).returning()
    if (ended.length === 0) throw new AppError('not_found', 'There is no such exemption')
    const items = await tx
      .update(dropItems)
      .set({ status: deleted })
      .where(and(eq(dropItems.hash, hash), eq(dropItems.status, 2), isNull(dropItems.withdrawnAt)))
      .returning({ hash: dropItems.hash, list: dropItems.list, cycleId: dropItems.cycleId })
    if (items.length > 0) await addDropHashes(tx, items, { number: await raiseOptOutNumber(tx), now })
    for (const cycleId of new Set(items.map((item) => item.cycleId)))
      await tx
        .update(dropCycles)
        .set({ items: await countStatuses(tx, cycleId) })
        .where(eq(dropCycles.id, cycleId))
    const details = { hash, reason }
    await recordAudit(tx, { action: 'drop.exemption_ended', now, actorUserId: superAdminUserId, details })
  })
}
