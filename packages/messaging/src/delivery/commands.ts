import type { Clock } from '@freeor/kernel/clock'
import { and, eq, sql } from 'drizzle-orm'
import { sentenceOf } from '../commands.ts'
import type { Delivery, Mailer, Tx } from '../ports.ts'
import { stopAddress } from '../returned/commands.ts'
import { saysAddressIsGone } from '../returned/failure-class.ts'
import { findStops } from '../returned/queries.ts'
import { mailOutbox } from '../tables.ts'
import { holding } from './hold.ts'
import { acrossOutage } from './outage.ts'
import { leaseMs, longestAheadMs, maxAttempts, pauseAfter } from './retry.ts'

type OutboxRow = typeof mailOutbox.$inferSelect

export type DeliveryCounts = { sent: number; failed: number; deferred: number }

export type DeliveryOptions = {
  /** Mails sent at the same time; 3 unless told. */
  readonly concurrency?: number
  /** Runs in the transaction that records the mail as sent, e.g. to grant what depends on it. */
  onSent?(tx: Tx, mail: { readonly id: string; readonly batchId: string; readonly to: string }): Promise<void>
  /** Ends the round after the mails in flight. */
  readonly signal?: AbortSignal
  /**
   * Whether to take over a mail whose sender let its lease end; true unless told. False while the silence may be the
   * database's own fault: a living sender would be taken for a dead one, and the mail sent twice.
   */
  readonly takesOver?: boolean
  /** Called at each fault point; the process may be killed there. Nothing in production. */
  readonly faults?: ((point: MailFaultPoint) => Promise<void> | void) | undefined
}

/** Fault point: the mail is handed over and this is not recorded yet. */
export type MailFaultPoint = 'mail-accepted'

/**
 * Sends the mails that are due until none is left, each recipient separately. Any number of processes may run it.
 *
 * A mail is claimed one at a time, in a statement of its own, so a crash leaves at most `concurrency` mails in state
 * `sending`. A living sender renews their lease. The lease of a dead one ends within seconds, and the mails are tried
 * once more: at most one duplicate, if the crash fell between the server's acceptance and our record of it. A second
 * such crash fails the mail, since a third copy would be one too many.
 */
export async function deliverDueMail(
  db: Tx,
  mailer: Mailer,
  clock: Clock,
  options: DeliveryOptions = {},
): Promise<DeliveryCounts> {
  const counts: DeliveryCounts = { sent: 0, failed: 0, deferred: 0 }
  const failures: unknown[] = []
  async function work(): Promise<void> {
    while (!options.signal?.aborted) {
      const mail = await claimDueMail(db, clock, options.takesOver ?? true)
      if (!mail) return
      try {
        counts[await sendOne(db, { mail, mailer, clock }, options)] += 1
      } catch (error) {
        // The result of this one is unknown, so it keeps its lease, as after a crash. The others go on.
        failures.push(error)
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: options.concurrency ?? 3 }, work))
  failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])))
  if (failures.length > 0) throw failures[0]
  return counts
}

type Sending = { readonly mail: OutboxRow; readonly mailer: Mailer; readonly clock: Clock }

/** Hands a claimed mail over and records the result. Renews its lease all the time. */
async function sendOne(
  db: Tx,
  { mail, mailer, clock }: Sending,
  options: DeliveryOptions,
): Promise<keyof DeliveryCounts> {
  const renew = async () =>
    await db
      .update(mailOutbox)
      .set({ nextAttemptAt: leaseEnd(clock) })
      .where(held(mail))
  return await holding(renew, async () => {
    const reason = await whyNotSent(db, mail)
    const delivery: Delivery = reason === null ? await mailer.send(mail) : { status: 'refused', reason }
    if (delivery.status === 'accepted') await options.faults?.('mail-accepted')
    const now = clock.now()
    const result = await settle(db, { mail, delivery, now }, options)
    if (reason === null && delivery.status === 'refused' && saysAddressIsGone(delivery.reason))
      await stopAddress(db, { address: mail.to, kind: 'hard', reason: delivery.reason, now })
    return result
  })
}

/** Why a mail is not handed over any more; null for one that is. Mail may have come back since it was queued. */
async function whyNotSent(db: Tx, mail: OutboxRow): Promise<string | null> {
  if (mail.interruptions > 1) return 'The sending was cut off twice.'
  if (mail.isEssential) return null
  return sentenceOf((await findStops(db, [mail.to])).get(mail.to.toLowerCase()))
}

const leaseEnd = (clock: Clock): Date => new Date(clock.now().getTime() + leaseMs)

/** Only the claim that still has the lease may write the row: a slow sender must not undo what a later one wrote. */
const held = (mail: OutboxRow) =>
  and(eq(mailOutbox.id, mail.id), eq(mailOutbox.state, 'sending'), eq(mailOutbox.attempts, mail.attempts))

/** Claims the mail that has been due longest, also one whose sender's lease has ended. */
async function claimDueMail(db: Tx, clock: Clock, takesOver: boolean): Promise<OutboxRow | undefined> {
  const now = clock.now()
  const furthest = new Date(now.getTime() + longestAheadMs)
  const due = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      sql`${mailOutbox.state} IN ('queued', 'sending')
        AND (${mailOutbox.state} = 'queued' OR ${takesOver})
        AND (${mailOutbox.nextAttemptAt} <= ${now} OR ${mailOutbox.nextAttemptAt} > ${furthest})`,
    )
    .orderBy(mailOutbox.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [mail] = await db
    .update(mailOutbox)
    .set({
      interruptions: sql`${mailOutbox.interruptions} + (CASE ${mailOutbox.state} WHEN 'sending' THEN 1 ELSE 0 END)`,
      state: 'sending',
      attempts: sql`${mailOutbox.attempts} + 1`,
      nextAttemptAt: leaseEnd(clock),
    })
    // `=`, not `IN`: the planner may run an IN's subquery again for each row, and so claim more than one.
    .where(sql`${mailOutbox.id} = (${due})`)
    .returning()
  return mail
}

type Settlement = { readonly mail: OutboxRow; readonly delivery: Delivery; readonly now: Date }

async function settle(
  db: Tx,
  { mail, delivery, now }: Settlement,
  options: DeliveryOptions,
): Promise<keyof DeliveryCounts> {
  if (delivery.status === 'accepted') {
    const { id, batchId, to } = mail
    const mark = () =>
      db.transaction(async (tx) => {
        const marked = await tx
          .update(mailOutbox)
          .set({ state: 'sent', sentAt: now, lastError: null })
          .where(held(mail))
          .returning({ id: mailOutbox.id })
        if (marked.length > 0) await options.onSent?.(tx, { id, batchId, to })
      })
    await acrossOutage(mark, options.signal)
    return 'sent'
  }
  const isOver = delivery.status === 'refused' || mail.attempts >= maxAttempts
  const settled = isOver
    ? { state: 'failed' as const, lastError: delivery.reason }
    : {
        state: 'queued' as const,
        lastError: delivery.reason,
        nextAttemptAt: new Date(now.getTime() + pauseAfter(mail.attempts)),
      }
  await acrossOutage(async () => {
    await db.update(mailOutbox).set(settled).where(held(mail))
  }, options.signal)
  return isOver ? 'failed' : 'deferred'
}
