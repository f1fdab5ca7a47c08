import { createHash } from 'node:crypto'
import { newId } from '@freeor/kernel/ids'
import { and, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Tx } from '../ports.ts'
import type { ReturnPath } from '../return-path.ts'
import { mailOutbox } from '../tables.ts'
import { keptReturnDays, longestWayDays, returnedMailBytes, softLimit, unprovenInDay } from './limits.ts'
import { type ReturnedKind, type ReturnedMail, readReturnedMail } from './read-returned-mail.ts'
import type { ReturnSource, StopKind } from './schema.ts'
import { mailReturns, stoppedAddresses } from './tables.ts'

const DAY_MS = 86_400_000

export type Arrival = {
  readonly raw: Uint8Array
  readonly source: ReturnSource
  /** Where the mail server says that it came to, where that is known. */
  readonly cameTo?: string | undefined
  readonly returnPath: ReturnPath
  readonly now: Date
}

export type Taken = {
  readonly kind: ReturnedKind
  /** It came to the address of a mail of ours. */
  readonly isProven: boolean
  /** False for what was taken before. */
  readonly isNew: boolean
}

/**
 * Takes in what came back. It is about the mail whose own address it came to, and about that mail's recipient, whoever it
 * names: what came to no such address is recorded, and nothing follows from it. Taken twice, it is one.
 */
export async function takeReturnedMail(
  db: Tx,
  { raw, source, cameTo, returnPath, now }: Arrival,
): Promise<Taken> {
  const messageHash = createHash('sha256').update(raw).digest('base64url')
  // Longer than any mail that is taken whole, it is read as far as its report goes.
  const read = await readReturnedMail(raw.subarray(0, returnedMailBytes.most))
  const addresses = [...(cameTo === undefined ? [] : [cameTo]), ...read.cameTo]
  const mailId = addresses.map((address) => returnPath.mailOf(address)).find((id) => id !== undefined)
  return await db.transaction(async (tx) => {
    const [mail] =
      mailId === undefined ? [] : await tx.select().from(mailOutbox).where(eq(mailOutbox.id, mailId))
    if (!mail && (await hasEnough(tx, now))) return { kind: read.kind, isProven: false, isNew: false }
    const told = mail ? toldOf(read, mail.to) : read
    const address = (mail ? mail.to : read.address)?.slice(0, 320).toLowerCase() ?? null
    const { kind, status, reason } = told
    const values = {
      id: newId('ret'),
      messageHash,
      mailId: mail?.id ?? null,
      address,
      kind,
      source,
      receivedAt: now,
    }
    const stored = await tx
      .insert(mailReturns)
      .values({ ...values, status: status?.slice(0, 20) ?? null, reason: reason ?? null })
      .onConflictDoNothing()
      .returning({ id: mailReturns.id })
    const isNew = stored.length > 0
    if (isNew && mail) await stopIfNeeded(tx, { address: mail.to, kind, reason, sentAt: mail.createdAt, now })
    return { kind, isProven: mail !== undefined, isNew }
  })
}

/** What it says of our recipient. An alias or a list is named by its members: it is gone only if all of them are. */
function toldOf(read: ReturnedMail, address: string): Pick<ReturnedMail, 'kind' | 'status' | 'reason'> {
  const own = read.recipients.find(({ names }) => names.includes(address.toLowerCase()))
  if (own) return own
  const failed = read.recipients.filter(({ kind }) => kind === 'hard' || kind === 'soft')
  return failed.find(({ kind }) => kind === 'soft') ?? failed[0] ?? read
}

/** Anybody may write to the address: they fill no table. */
async function hasEnough(tx: Tx, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS)
  const today = and(isNull(mailReturns.mailId), gt(mailReturns.receivedAt, since))
  return (await tx.$count(mailReturns, today)) >= unprovenInDay
}

type Told = {
  readonly address: string
  readonly kind: ReturnedKind
  readonly reason: string | undefined
  readonly sentAt: Date
  readonly now: Date
}

async function stopIfNeeded(tx: Tx, { address, kind, reason, sentAt, now }: Told): Promise<void> {
  const isLate = now.getTime() - sentAt.getTime() > longestWayDays * DAY_MS
  if (kind === 'complaint' || (kind === 'hard' && !isLate))
    await stopAddress(tx, { address, kind, reason, now })
  if (kind === 'soft' && !isLate && (await hasFailedLong(tx, address, now)))
    await stopAddress(tx, { address, kind, reason, now })
}

async function hasFailedLong(tx: Tx, address: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - softLimit.within * DAY_MS)
  const [row] = await tx
    .select({ days: sql<number>`count(DISTINCT (${mailReturns.receivedAt} AT TIME ZONE 'UTC')::date)::int` })
    .from(mailReturns)
    .where(
      and(
        eq(mailReturns.address, address.toLowerCase()),
        isNotNull(mailReturns.mailId),
        eq(mailReturns.kind, 'soft'),
        isNull(mailReturns.liftedAt),
        gt(mailReturns.receivedAt, since),
      ),
    )
  return (row?.days ?? 0) >= softLimit.days
}

export type Stop = {
  readonly address: string
  readonly kind: StopKind
  readonly reason?: string | undefined
  readonly now: Date
}

/** From now on the address gets only what a person must get. A complaint stands above what a server says. */
export async function stopAddress(tx: Tx, { address, kind, reason, now }: Stop): Promise<void> {
  const stop = { kind, reason: reason ?? null, createdAt: now }
  await tx
    .insert(stoppedAddresses)
    .values({ address: address.toLowerCase(), ...stop })
    .onConflictDoUpdate({
      target: stoppedAddresses.address,
      set: stop,
      setWhere: sql`${stoppedAddresses.kind} <> 'complaint'`,
    })
}

/** Mail goes to the address again; what came back before counts no more. @returns whether there was a stop */
export async function liftStop(tx: Tx, address: string, now: Date): Promise<boolean> {
  const key = address.toLowerCase()
  const lifted = await tx
    .delete(stoppedAddresses)
    .where(eq(stoppedAddresses.address, key))
    .returning({ address: stoppedAddresses.address })
  await tx
    .update(mailReturns)
    .set({ liftedAt: now })
    .where(and(eq(mailReturns.address, key), isNull(mailReturns.liftedAt)))
  return lifted.length > 0
}

/**
 * Forgets what came back from somebody whose account is deleted. That they complained is kept: they asked for no mail.
 */
export async function forgetReturnsOf(tx: Tx, address: string): Promise<void> {
  const key = address.toLowerCase()
  await tx.delete(mailReturns).where(eq(mailReturns.address, key))
  await tx
    .delete(stoppedAddresses)
    .where(and(eq(stoppedAddresses.address, key), inArray(stoppedAddresses.kind, ['hard', 'soft'])))
}

/** Deletes what came back long ago; for a daily job. */
export async function forgetReturns(tx: Tx, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const { mailId, receivedAt } = mailReturns
  await tx
    .delete(mailReturns)
    .where(
      or(
        lt(receivedAt, before(keptReturnDays.ours)),
        and(isNull(mailId), lt(receivedAt, before(keptReturnDays.unproven))),
      ),
    )
}
