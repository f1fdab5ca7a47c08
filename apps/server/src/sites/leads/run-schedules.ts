import { runDueSchedules } from '@freeor/leads/scheduled-downloads/running/commands'
import type { LeadsDeps } from './leads-deps.ts'

const scheduleJob = 'run-scheduled-downloads'

/** Looks each minute which downloads are due. */
export async function startSchedules(deps: LeadsDeps): Promise<void> {
  const queue = { retries: 0, policy: 'singleton' } as const
  await deps.jobs.work(scheduleJob, { queue }, async ({ signal }) => await runDueSchedules(deps, signal))
  await deps.jobs.schedule(scheduleJob, '* * * * *')
}
