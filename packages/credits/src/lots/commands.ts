import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { writeEntry } from '../log/write-entry.ts'
import type { Balance, LotGroup, LotKind } from '../ports.ts'
import { creditLots } from '../tables.ts'
import { hasExpiredUnspent, isInGroup, type Lot } from './queries.ts'

export type NewLot = Balance & {
  readonly kind: LotKind
  /** What makes it unique in its kind. */
  readonly period: string
  /** What it comes from, e.g. a plan. */
  readonly origin?: string
  readonly amount: number
  readonly startsAt: Date
  /** Null: it stays until it is spent. */
  readonly expiresAt: Date | null
  readonly now: Date
  readonly subjectId?: string
  readonly userId?: string
  readonly reason?: string
}

/** Adds a lot with its ledger row; undefined, and nothing changed, when the (company, site, kind, period) has one. */
export async function addLot(tx: Tx, lot: NewLot): Promise<string | undefined> {
  const { companyId, site, kind, period, origin, amount, startsAt, expiresAt, now, ...why } = lot
  const lotId = newId('lot')
  const inserted = await tx
    .insert(creditLots)
    .values({
      id: lotId,
      companyId,
      site,
      kind,
      period,
      origin: origin ?? null,
      granted: amount,
      left: amount,
      startsAt,
      expiresAt,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: creditLots.id })
  if (inserted.length === 0) return undefined
  await writeEntry(tx, {
    companyId,
    site,
    lotId,
    kind: kind === 'refund' ? 'refund' : 'grant',
    amount,
    at: now,
    ...why,
  })
  return lotId
}

export type TakeBack = {
  /** In this order, locked with their balance. */
  readonly lots: readonly Lot[]
  readonly amount: number
  readonly reason: string
  readonly now: Date
}

/** Takes unspent credits out of lots. @returns how many there were to take */
export async function takeBack(tx: Tx, { lots, amount, reason, now }: TakeBack): Promise<number> {
  let open = amount
  for (const lot of lots) {
    const taken = Math.min(open, lot.left)
    if (taken === 0) continue
    open -= taken
    await expire(tx, lot, { amount: taken, reason, at: now })
  }
  return amount - open
}

type Expiry = { readonly amount: number; readonly at: Date; readonly reason?: string }

/** Removes unspent credits, with their ledger row. */
async function expire(tx: Tx, lot: Lot, { amount, ...why }: Expiry): Promise<void> {
  const { id: lotId, companyId, site } = lot
  await tx
    .update(creditLots)
    .set({ left: sql`${creditLots.left} - ${amount}` })
    .where(eq(creditLots.id, lotId))
  await writeEntry(tx, { companyId, site, lotId, kind: 'expiry', amount: -amount, ...why })
}

/** Writes a lot off that expired before this instant; one that has nothing left stays as it is. */
export async function writeOff(
  tx: Tx,
  { lotId, before }: { readonly lotId: string; readonly before: Date },
): Promise<void> {
  const [lot] = await tx
    .select()
    .from(creditLots)
    .where(and(eq(creditLots.id, lotId), hasExpiredUnspent(before)))
    .for('update')
  if (lot) await expire(tx, lot, { amount: lot.left, at: lot.expiresAt ?? before })
}

const isRunning = (group: LotGroup, now: Date) => and(isInGroup(group), gt(creditLots.expiresAt, now))

/** Lots that have not ended stay from now on until they are spent. */
export async function keepLots(tx: Tx, group: LotGroup, now: Date): Promise<void> {
  await tx.update(creditLots).set({ expiresAt: null }).where(isRunning(group, now))
}

/** Lots that had no end get one. */
export async function limitLots(tx: Tx, group: LotGroup, end: Date): Promise<void> {
  await tx
    .update(creditLots)
    .set({ expiresAt: end })
    .where(and(isInGroup(group), isNull(creditLots.expiresAt)))
}

/** Lots that have not ended end now. */
export async function endLots(tx: Tx, group: LotGroup, now: Date): Promise<void> {
  await tx
    .update(creditLots)
    .set({ expiresAt: now })
    .where(or(and(isInGroup(group), isNull(creditLots.expiresAt)), isRunning(group, now)))
}
