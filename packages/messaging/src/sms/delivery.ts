import type { Clock } from '@freeor/kernel/clock'
import { and, eq, sql } from 'drizzle-orm'
import { holding } from '../delivery/hold.ts'
import { acrossOutage } from '../delivery/outage.ts'
import { leaseMs, longestAheadMs, maxAttempts, pauseAfter } from '../delivery/retry.ts'
import type { Delivery, Tx } from '../ports.ts'
import type { SmsSender } from './ports.ts'
import { smsOutbox } from './tables.ts'

type OutboxRow = typeof smsOutbox.$inferSelect

/**
 * Sends the text messages that are due, one at a time, until none is left; any number of processes may run it. A crash
 * while one is handed over makes at most one duplicate, as with mail.
 */
export async function deliverDueSms(
  db: Tx,
  { sender, clock, signal, takesOver = true }: SmsDelivery,
): Promise<{ sent: number; failed: number; deferred: number }> {
  const counts = { sent: 0, failed: 0, deferred: 0 }
  const failures: unknown[] = []
  while (!signal?.aborted) {
    const sms = await claimDueSms(db, clock, takesOver)
    if (!sms) break
    const renew = async () =>
      await db
        .update(smsOutbox)
        .set({ nextAttemptAt: leaseEnd(clock) })
        .where(held(sms))
    try {
      const outcome = await holding(renew, async () => {
        const delivery = refusalOf(sms, clock.now()) ?? (await sender.send(sms))
        return await settle(db, { sms, delivery, now: clock.now() }, signal)
      })
      counts[outcome] += 1
    } catch (error) {
      // As with mail: it keeps its lease, and the others go on.
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return counts
}

type SmsDelivery = {
  readonly sender: SmsSender
  readonly clock: Clock
  readonly signal?: AbortSignal
  /** As with mail. */
  readonly takesOver?: boolean
}

const leaseEnd = (clock: Clock): Date => new Date(clock.now().getTime() + leaseMs)

/** Only the claim that still has the lease may write the row. */
const held = (sms: OutboxRow) =>
  and(eq(smsOutbox.id, sms.id), eq(smsOutbox.state, 'sending'), eq(smsOutbox.attempts, sms.attempts))

function refusalOf(sms: OutboxRow, now: Date): Delivery | undefined {
  if (sms.interruptions > 1) return { status: 'refused', reason: 'The sending was cut off twice.' }
  if (sms.expiresAt <= now) return { status: 'refused', reason: 'It could not be sent in time.' }
  return undefined
}

async function claimDueSms(db: Tx, clock: Clock, takesOver: boolean): Promise<OutboxRow | undefined> {
  const now = clock.now()
  const furthest = new Date(now.getTime() + longestAheadMs)
  const due = db
    .select({ id: smsOutbox.id })
    .from(smsOutbox)
    .where(
      sql`${smsOutbox.state} IN ('queued', 'sending')
        AND (${smsOutbox.state} = 'queued' OR ${takesOver})
        AND (${smsOutbox.nextAttemptAt} <= ${now} OR ${smsOutbox.nextAttemptAt} > ${furthest})`,
    )
    .orderBy(smsOutbox.nextAttemptAt)
    .limit(1)
    .for('update', { skipLocked: true })
  const [sms] = await db
    .update(smsOutbox)
    .set({
      interruptions: sql`${smsOutbox.interruptions} + (CASE ${smsOutbox.state} WHEN 'sending' THEN 1 ELSE 0 END)`,
      state: 'sending',
      attempts: sql`${smsOutbox.attempts} + 1`,
      nextAttemptAt: leaseEnd(clock),
    })
    .where(sql`${smsOutbox.id} = (${due})`)
    .returning()
  return sms
}

type Settlement = { readonly sms: OutboxRow; readonly delivery: Delivery; readonly now: Date }

async function settle(
  db: Tx,
  { sms, delivery, now }: Settlement,
  signal: AbortSignal | undefined,
): Promise<'sent' | 'failed' | 'deferred'> {
  const outcome =
    delivery.status === 'accepted'
      ? 'sent'
      : delivery.status === 'refused' || sms.attempts >= maxAttempts
        ? 'failed'
        : 'deferred'
  const lastError = delivery.status === 'accepted' ? null : delivery.reason
  const written = {
    sent: { state: 'sent' as const, sentAt: now, lastError, text: '' },
    failed: { state: 'failed' as const, lastError, text: '' },
    deferred: {
      state: 'queued' as const,
      lastError,
      nextAttemptAt: new Date(now.getTime() + pauseAfter(sms.attempts)),
    },
  }[outcome]
  await acrossOutage(async () => {
    await db.update(smsOutbox).set(written).where(held(sms))
  }, signal)
  return outcome
}
