import type { Clock } from '@freeor/kernel/clock'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../commands.ts'
import type { Delivery, Mailer } from '../ports.ts'
import { mailOutbox } from '../tables.ts'
import { acrossOutage } from './outage.ts'
import { leaseMs, longestAheadMs, maxAttempts, pauseAfter } from './retry.ts'

type OutboxRow = typeof mailOutbox.$inferSelect

export type DeliveryCounts = { sent: number; failed: number; deferred: number }

export type DeliveryOptions = {
  /** Mails sent at once; 3 unless told. */
  readonly concurrency?: number
  /** Runs in the transaction that marks the mail as sent, e.g. to grant what depends on it. */
  onSent?(tx: Tx, mail: { readonly id: string; readonly batchId: string; readonly to: string }): Promise<void>
  /** Ends the round after the mails in flight. */
  readonly signal?: AbortSignal
}

/**
 * Sends the mails that are due until none is left, each recipient for itself. Any number of processes may run it.
 *
 * A mail is claimed one at a time, in a statement of its own, so a crash leaves at most `concurrency` mails in state
 * `sending`. Their lease runs out, and they are tried once more: at most one duplicate, if the crash fell between the
 * server's acceptance and our mark. A second such crash fails the mail, since a third copy would be one too many.
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
      const mail = await claimDueMail(db, clock)
      if (!mail) return
      try {
        const delivery: Delivery =
          mail.interruptions > 1
            ? { status: 'refused', reason: 'The sending was cut off twice.' }
            : await mailer.send(mail)
        counts[await settle(db, { mail, delivery, now: clock.now() }, options)] += 1
      } catch (error) {
        // What became of this one is unknown, so it keeps its lease like one that a crash cut off. The others go on.
        failures.push(error)
      }
    }
  }
  const results = await Promise.allSettled(Array.from({ length: options.concurrency ?? 3 }, work))
  failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])))
  if (failures.length > 0) throw failures[0]
  return counts
}

/** Takes the mail that has been due longest, also from a sender whose lease ran out. */
async function claimDueMail(db: Tx, clock: Clock): Promise<OutboxRow | undefined> {
  const now = clock.now()
  const furthest = new Date(now.getTime() + longestAheadMs)
  const due = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      sql`${mailOutbox.state} IN ('queued', 'sending')
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
      nextAttemptAt: new Date(now.getTime() + leaseMs),
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
  // Only the claim that still holds the mail may mark it: a slow sender must not undo what a later one wrote.
  const held = and(
    eq(mailOutbox.id, mail.id),
    eq(mailOutbox.state, 'sending'),
    eq(mailOutbox.attempts, mail.attempts),
  )
  if (delivery.status === 'accepted') {
    const { id, batchId, to } = mail
    await acrossOutage(() =>
      db.transaction(async (tx) => {
        const marked = await tx
          .update(mailOutbox)
          .set({ state: 'sent', sentAt: now, lastError: null })
          .where(held)
          .returning({ id: mailOutbox.id })
        if (marked.length > 0) await options.onSent?.(tx, { id, batchId, to })
      }),
    )
    return 'sent'
  }
  const isOver = delivery.status === 'refused' || mail.attempts >= maxAttempts
  await db
    .update(mailOutbox)
    .set(
      isOver
        ? { state: 'failed', lastError: delivery.reason }
        : {
            state: 'queued',
            lastError: delivery.reason,
            nextAttemptAt: new Date(now.getTime() + pauseAfter(mail.attempts)),
          },
    )
    .where(held)
  return isOver ? 'failed' : 'deferred'
}
