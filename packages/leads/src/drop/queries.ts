import type { SuperAdminScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, count, desc, eq, gt, isNotNull, max, ne, sql } from 'drizzle-orm'
import { dropLimits } from './limits.ts'
import type { DropCycle, DropList, DropReport, DropStatus } from './schema.ts'
import { dropCycles, dropExemptions, dropItems } from './tables.ts'

const DAY_MS = 24 * 60 * 60_000

export type Cycle = typeof dropCycles.$inferSelect

export async function findOpenCycle(tx: Tx): Promise<Cycle | undefined> {
  const [cycle] = await tx.select().from(dropCycles).where(ne(dropCycles.state, 'reported'))
  return cycle
}

export async function findCycle(tx: Tx, id: string): Promise<Cycle | undefined> {
  const [cycle] = await tx.select().from(dropCycles).where(eq(dropCycles.id, id))
  return cycle
}

/** When the lists were fetched for the last time, or the state said that there is nothing new. */
export async function readLastDownload(tx: Tx): Promise<Date | undefined> {
  const [row] = await tx.select({ at: max(dropCycles.downloadedAt) }).from(dropCycles)
  return row?.at ?? undefined
}

const SHOWN = 50

/** What super admins see of it. */
export async function readDropReport(
  tx: Tx,
  _superAdmin: SuperAdminScope,
  { isConfigured, now }: { isConfigured: boolean; now: Date },
): Promise<DropReport> {
  const last = await readLastDownload(tx)
  const rows = await tx.select().from(dropCycles).orderBy(desc(dropCycles.startedAt)).limit(SHOWN)
  const exemptions = await tx.select().from(dropExemptions).orderBy(desc(dropExemptions.createdAt)).limit(500)
  const isStuck = rows.some(({ state }) => state === 'stuck')
  return {
    isConfigured,
    lastDownloadAt: last?.toISOString() ?? null,
    dueAt: last ? new Date(last.getTime() + dropLimits.everyDays * DAY_MS).toISOString() : null,
    isUrgent: isConfigured && (isStuck || isLate(last, rows.at(-1)?.startedAt, now)),
    cycles: rows.map(toDropCycle),
    exemptions: exemptions.map(({ hash, reason, createdAt }) => ({
      hash,
      reason,
      timestamp: createdAt.toISOString(),
    })),
  }
}

/** From the fortieth day on after the last time; of the first time, a day after it was begun. */
function isLate(last: Date | undefined, firstStart: Date | undefined, now: Date): boolean {
  if (last) return now.getTime() - last.getTime() >= dropLimits.urgentAfterDays * DAY_MS
  return firstStart !== undefined && now.getTime() - firstStart.getTime() >= DAY_MS
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const toDropCycle = ({ id, state, archiveName, problem, withdrawn, items, ...times }: Cycle): DropCycle => ({
  id,
  state,
  startedAt: times.startedAt.toISOString(),
  downloadedAt: iso(times.downloadedAt),
  removedAt: iso(times.removedAt),
  reportedAt: iso(times.reportedAt),
  processedAt: iso(times.processedAt),
  archiveName,
  items,
  withdrawn,
  problem,
  nextAt: iso(times.nextAt),
})

const word = { 2: 'exempted', 3: 'deleted', 4: 'optedOut', 5: 'notFound' } as const

/** The items of a cycle by what is reported of them. */
export async function countStatuses(tx: Tx, cycleId: string): Promise<DropCycle['items']> {
  const counted = await tx
    .select({ status: dropItems.status, count: count() })
    .from(dropItems)
    .where(eq(dropItems.cycleId, cycleId))
    .groupBy(dropItems.status)
  const items = { open: 0, exempted: 0, deleted: 0, optedOut: 0, notFound: 0 }
  for (const row of counted) items[row.status === null ? 'open' : word[row.status as DropStatus]] += row.count
  return items
}

export type Item = {
  readonly file: string
  readonly itemId: string
  readonly hash: string
  readonly list: DropList
  readonly status: number | null
  readonly withdrawnAt: Date | null
}

/** The items of a cycle, of one file if told, in the order of their ids, some thousands at a time. */
export async function* readItems(
  tx: Tx,
  cycleId: string,
  {
    file,
    block = 50_000,
    onlyChanged = false,
  }: { file?: string; block?: number; onlyChanged?: boolean } = {},
): AsyncGenerator<Item[]> {
  let after: { file: string; itemId: string } | undefined
  for (;;) {
    const rows = await tx
      .select()
      .from(dropItems)
      .where(
        and(
          eq(dropItems.cycleId, cycleId),
          file === undefined ? undefined : eq(dropItems.file, file),
          onlyChanged ? isChanged : undefined,
          after && sql`(${dropItems.file}, ${dropItems.itemId}) > (${after.file}, ${after.itemId})`,
        ),
      )
      .orderBy(asc(dropItems.file), asc(dropItems.itemId))
      .limit(block)
    if (rows.length > 0) yield rows
    if (rows.length < block) return
    after = rows.at(-1)
  }
}

/** The state has another status than we. */
export const isChanged = and(
  isNotNull(dropItems.reported),
  gt(dropItems.status, 0),
  sql`${dropItems.status} <> ${dropItems.reported}`,
)
