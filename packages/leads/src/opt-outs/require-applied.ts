import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { readOptOutState } from './queries.ts'

const PAUSE_MS = 250
const PAUSES = 60

/**
 * Waits while leads of people who opted out are being removed: what is counted now would not hold.
 * @throws AppError `unavailable` after 15 seconds
 */
export async function requireOptOutsApplied(tx: Tx): Promise<void> {
  for (let pause = 0; pause < PAUSES; pause++) {
    const { number, applied } = await readOptOutState(tx)
    if (applied >= number) return
    await delay(PAUSE_MS)
  }
  throw new AppError('unavailable', 'Leads are being removed. Please try again in a moment.')
}
