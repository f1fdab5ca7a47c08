import type { Clock } from '@freeor/kernel/clock'
import type { Jobs } from '@freeor/postgres/jobs'

/** The clock's own job comes each minute: what is due later is left to it. */
const MINUTE = 60

type Due = { readonly queue: string; readonly at: Date | undefined; readonly clock: Clock }

/**
 * Sends the next job of an outbox for when its next message is due: one that is tried again, or one whose sender is
 * gone. However many rounds ask for it, one comes every two seconds at most.
 */
export async function sendWhenDue(jobs: Jobs, { queue, at, clock }: Due): Promise<void> {
  if (at === undefined) return
  const seconds = Math.max(1, Math.ceil((at.getTime() - clock.now().getTime()) / 1000))
  if (seconds > MINUTE) return
  await jobs.send(undefined, queue, {}, { startAfter: seconds, singletonKey: 'due', singletonSeconds: 2 })
}
