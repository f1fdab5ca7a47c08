import { AppError } from '@freeor/kernel/errors'
import { and, asc, count, desc, eq, getTableColumns, gt, inArray, lt, min, sql } from 'drizzle-orm'
import type { Tx } from './ports.ts'
import type { Mail, MailState, MailSummary } from './schema.ts'
import { smsOutbox } from './sms/tables.ts'
import { mailOutbox, mailSuppressions } from './tables.ts'

const {
  text: _text,
  html: _html,
  headers: _headers,
  interruptions: _interruptions,
  isEssential: _isEssential,
  ...summary
} = getTableColumns(mailOutbox)

export type OutboxPage = {
  readonly state?: MailState
  /** The last mail of the page before. */
  readonly after?: string
  /** 50 unless told, at most 200. */
  readonly limit?: number
}

/** The outbox, newest first. */
export async function listOutbox(db: Tx, page: OutboxPage = {}): Promise<MailSummary[]> {
  const before = db
    .select({ createdAt: mailOutbox.createdAt, id: mailOutbox.id })
    .from(mailOutbox)
    .where(eq(mailOutbox.id, page.after ?? ''))
  return await db
    .select(summary)
    .from(mailOutbox)
    .where(
      and(
        page.state && eq(mailOutbox.state, page.state),
        page.after === undefined ? undefined : sql`(${mailOutbox.createdAt}, ${mailOutbox.id}) < (${before})`,
      ),
    )
    .orderBy(desc(mailOutbox.createdAt), desc(mailOutbox.id))
    .limit(Math.min(page.limit ?? 50, 200))
}

/** One mail with its content. @throws AppError `not_found`. */
export async function getMail(db: Tx, id: string): Promise<Mail> {
  const { interruptions: _, isEssential: _isEssential, ...columns } = getTableColumns(mailOutbox)
  const [mail] = await db.select(columns).from(mailOutbox).where(eq(mailOutbox.id, id))
  if (!mail) throw new AppError('not_found', 'There is no such mail')
  return mail
}

/** The state of each recipient's mail of one message, in the order of the addresses. */
export async function listBatch(db: Tx, batchId: string): Promise<MailSummary[]> {
  return await db
    .select(summary)
    .from(mailOutbox)
    .where(eq(mailOutbox.batchId, batchId))
    .orderBy(asc(mailOutbox.to))
}

/** The number of mails by state; a state without any has 0. */
export async function countOutbox(db: Tx): Promise<Record<MailState, number>> {
  const rows = await db
    .select({ state: mailOutbox.state, amount: count() })
    .from(mailOutbox)
    .groupBy(mailOutbox.state)
  const counts: Record<MailState, number> = { queued: 0, sending: 0, sent: 0, failed: 0 }
  for (const { state, amount } of rows) counts[state] = amount
  return counts
}

const DAY_MS = 86_400_000
/** Mails that wait are counted up to this many. */
const mostCounted = 50_000

export type OutboxMeasure = {
  /** Neither sent nor failed. */
  readonly waiting: number
  /** Since the oldest of them was queued; 0 when none waits. */
  readonly oldestSeconds: number
  /** Of those queued in the last 24 hours. */
  readonly failedInDay: number
}

/** What waits in the outbox and what failed. Unlike `countOutbox` it costs the same however many were ever sent. */
export async function measureOutbox(db: Tx, now: Date): Promise<OutboxMeasure> {
  const waiting = db
    .select({ createdAt: mailOutbox.createdAt })
    .from(mailOutbox)
    .where(sql`${mailOutbox.state} IN ('queued', 'sending')`)
    .limit(mostCounted)
    .as('waiting')
  const [open] = await db.select({ amount: count(), oldest: min(waiting.createdAt) }).from(waiting)
  const sinceYesterday = gt(mailOutbox.createdAt, new Date(now.getTime() - DAY_MS))
  const [failed] = await db
    .select({ amount: count() })
    .from(mailOutbox)
    .where(and(sinceYesterday, eq(mailOutbox.state, 'failed')))
  const oldest = open?.oldest?.getTime()
  return {
    waiting: open?.amount ?? 0,
    oldestSeconds: oldest === undefined ? 0 : Math.max(0, (now.getTime() - oldest) / 1000),
    failedInDay: failed?.amount ?? 0,
  }
}

/** When the next mail is due; undefined when none waits. */
export async function findNextDueMail(db: Tx): Promise<Date | undefined> {
  const [mail] = await db
    .select({ at: mailOutbox.nextAttemptAt })
    .from(mailOutbox)
    .where(sql`${mailOutbox.state} IN ('queued', 'sending')`)
    .orderBy(asc(mailOutbox.nextAttemptAt))
    .limit(1)
  return mail?.at
}

/** When the next text message is due; undefined when none waits. */
export async function findNextDueSms(db: Tx): Promise<Date | undefined> {
  const [sms] = await db
    .select({ at: smsOutbox.nextAttemptAt })
    .from(smsOutbox)
    .where(sql`${smsOutbox.state} IN ('queued', 'sending')`)
    .orderBy(asc(smsOutbox.nextAttemptAt))
    .limit(1)
  return sms?.at
}

export type Unsettled = { readonly id: string; readonly state: MailState }

/**
 * Mails and text messages that are neither sent nor failed though they were queued before `before`: `doctor` expects
 * none older than a day.
 */
export async function listUnsettled(db: Tx, before: Date): Promise<Unsettled[]> {
  const unsettled = (outbox: typeof mailOutbox | typeof smsOutbox) =>
    db
      .select({ id: outbox.id, state: outbox.state })
      .from(outbox)
      .where(and(inArray(outbox.state, ['queued', 'sending']), lt(outbox.createdAt, before)))
      .orderBy(asc(outbox.createdAt))
      .limit(100)
  return [...(await unsettled(mailOutbox)), ...(await unsettled(smsOutbox))]
}

/** Mails and text messages whose sender's lease ended before `before`: `doctor` expects none for a minute. */
export async function listAbandoned(db: Tx, before: Date): Promise<Unsettled[]> {
  const abandoned = (outbox: typeof mailOutbox | typeof smsOutbox) =>
    db
      .select({ id: outbox.id, state: outbox.state })
      .from(outbox)
      .where(and(eq(outbox.state, 'sending'), lt(outbox.nextAttemptAt, before)))
      .limit(100)
  return [...(await abandoned(mailOutbox)), ...(await abandoned(smsOutbox))]
}

/** True when the address has asked for no more mail. */
export async function isSuppressed(db: Tx, address: string): Promise<boolean> {
  const rows = await db
    .select({ address: mailSuppressions.address })
    .from(mailSuppressions)
    .where(eq(mailSuppressions.address, address.trim().toLowerCase()))
  return rows.length > 0
}
