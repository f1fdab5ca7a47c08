import { runDueSchedules } from '@freeor/leads/scheduled-downloads/running/commands'
import type { LeadsDeps } from './leads-deps.ts'

const scheduleJob = 'run-scheduled-downloads'

/** Looks now which downloads are due: one that begins today is. Where that fails, the next minute does it. */
export function beginSchedules({ jobs, log }: Pick<LeadsDeps, 'jobs' | 'log'>): void {
  jobs
    .send(undefined, scheduleJob, {})
    .catch((error: unknown) =>
      log.warn({ error: String(error) }, 'Scheduled downloads wait for the next minute'),
    )
}

/** Looks each minute which downloads are due. */
export async function startSchedules(deps: LeadsDeps): Promise<void> {
  const queue = { retries: 0, policy: 'singleton' } as const
  await deps.jobs.work(scheduleJob, { queue }, async ({ signal }) => await runDueSchedules(deps, signal))
  await deps.jobs.schedule(scheduleJob, '* * * * *')
}
