import { newId } from '@freeor/kernel/ids'
import { lt } from 'drizzle-orm'
import type { Tx } from '../ports.ts'
import { smsOutbox } from './tables.ts'

export type QueuedSms = {
  /** E.164. */
  readonly to: string
  readonly text: string
  readonly now: Date
  /** After this time there is no use in sending it. */
  readonly expiresAt: Date
}

/** Writes a text message into the outbox inside the caller's transaction: a rollback sends nothing. */
export async function queueSms(tx: Tx, { to, text, now, expiresAt }: QueuedSms): Promise<void> {
  const id = newId('sms')
  await tx
    .insert(smsOutbox)
    .values({ id, to, text, state: 'queued', createdAt: now, expiresAt, nextAttemptAt: now })
}

/** Deletes the messages, and the numbers in them, that were queued before `before`. */
export async function forgetSms(tx: Tx, before: Date): Promise<void> {
  await tx.delete(smsOutbox).where(lt(smsOutbox.createdAt, before))
}
