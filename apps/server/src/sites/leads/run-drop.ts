import { continueDrop } from '@freeor/leads/drop/commands'
import type { LeadsDeps } from './leads-deps.ts'

const dropJob = 'continue-drop'

/** Works through California's delete requests: looks every five minutes, and at once when it is told to. */
export async function startDrop({ jobs, drop, log }: LeadsDeps): Promise<void> {
  await jobs.work(dropJob, { queue: { retries: 0 }, pollingSeconds: 2 }, async () => {
    try {
      await continueDrop(drop)
    } catch (error) {
      log.error({ error: String(error) }, 'Delete requests could not be worked through')
      throw error
    }
  })
  await jobs.schedule(dropJob, '*/5 * * * *')
}

/** Goes on at once. */
export const goOnWithDrop = async ({ jobs }: Pick<LeadsDeps, 'jobs'>): Promise<void> => {
  await jobs.send(undefined, dropJob, {})
}
