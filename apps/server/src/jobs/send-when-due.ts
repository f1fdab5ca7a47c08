import type { Clock } from '@freeor/kernel/clock'
import type { Jobs } from '@freeor/postgres/jobs'

/** The scheduled job runs each minute: what is due later is left to it. */
const MINUTE = 60

/** Long: at the end of each such slot the queue forgets what was asked in it. */
const DAY = 86_400

type Due = { readonly queue: string; readonly at: Date | undefined; readonly clock: Clock }

/**
 * Sends the next job of an outbox for the second in which its next message is due: a message that is retried, or one
 * whose sender is gone. However many rounds ask for the same second, one job runs then.
 *
 * Refused: one job per interval. A round that runs within its own interval could then not ask for the next one, and
 * the message would wait for the scheduled job.
 */
export async function sendWhenDue(jobs: Jobs, { queue, at, clock }: Due): Promise<void> {
  if (at === undefined) return
  const now = clock.now().getTime()
  const seconds = Math.max(1, Math.ceil((at.getTime() - now) / 1000))
  if (seconds > MINUTE) return
  const singletonKey = `due ${Math.floor(now / 1000) + seconds}`
  await jobs.send(undefined, queue, {}, { startAfter: seconds, singletonKey, singletonSeconds: DAY })
}
