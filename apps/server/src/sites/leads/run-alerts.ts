import { sendDigests } from '@freeor/leads/alerts/digests/commands'
import { evaluateAlerts } from '@freeor/leads/alerts/evaluation/commands'
import type { LeadsDeps } from './leads-deps.ts'

const evaluationJob = 'evaluate-alerts'

/** Evaluates alerts soon: an import of this process has ended. Where that fails, the next minute does it. */
export function beginAlerts({ jobs, log }: Pick<LeadsDeps, 'jobs' | 'log'>): void {
  jobs
    .send(undefined, evaluationJob, {})
    .catch((error: unknown) => log.warn({ error: String(error) }, 'The alerts wait for the next minute'))
}

/**
 * Looks each minute whether a dataset has a new version, wherever it was imported, and sends what is told at once; every
 * morning and every Monday the rest.
 */
export async function startAlerts(deps: LeadsDeps): Promise<void> {
  const { jobs } = deps
  const queue = { retries: 2, policy: 'singleton' } as const
  await jobs.work(evaluationJob, { queue }, async ({ signal }) => {
    await evaluateAlerts(deps, signal)
    await sendDigests(deps, 'import')
  })
  await jobs.schedule(evaluationJob, '* * * * *')
  for (const [rhythm, times] of [
    ['daily', '0 7 * * *'],
    ['weekly', '0 7 * * 1'],
  ] as const) {
    const name = `send-${rhythm}-digests`
    await jobs.work(name, { queue }, async () => await sendDigests(deps, rhythm))
    await jobs.schedule(name, times)
  }
}
