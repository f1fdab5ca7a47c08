import type { Clock } from '@freeor/kernel/clock'
import type { Jobs } from '@freeor/postgres/jobs'

/** The clock's own job comes each minute: what is due later is left to it. */
const MINUTE = 60

type Due = { readonly queue: string; readonly at: Date | undefined; readonly clock: Clock }

/**
 * Sends the next job of an outbox for the second its next message is due: one that is tried again, or one whose sender
 * is gone. However many rounds ask for a second, one job comes for it.
 *
 * Refused: one job in a span of time. A round that runs in the span in which it was asked for could then not ask for
 * the next one, and the message waited for the clock's own job.
 */
export async function sendWhenDue(jobs: Jobs, { queue, at, clock }: Due): Promise<void> {
  if (at === undefined) return
  const now = clock.now().getTime()
  const seconds = Math.max(1, Math.ceil((at.getTime() - now) / 1000))
  if (seconds > MINUTE) return
  const singletonKey = `due ${Math.floor(now / 1000) + seconds}`
  await jobs.send(undefined, queue, {}, { startAfter: seconds, singletonKey, singletonSeconds: MINUTE })
}
