import type { JobsOptions } from '@freeor/postgres/jobs'
import type { Deps } from '../deps.ts'
import type { SpanEnd, Tracing } from '../tracing/open-tracing.ts'
import type { Metrics } from './open-metrics.ts'

type Mail = Pick<Deps, 'mailer' | 'inboundMail'>

/** Counts each run of a job, with its time, and traces it. */
export const measureJobs =
  (metrics: Metrics, tracing: Tracing | undefined): NonNullable<JobsOptions['around']> =>
  async ({ queue, id }, run) => {
    const attributes = { 'freeor.queue': queue, 'freeor.job_id': id }
    const traced = tracing
      ? () => tracing.inSpan({ name: `job ${queue}`, kind: 'job', attributes }, run)
      : run
    const started = performance.now()
    let result: 'done' | 'failed' = 'failed'
    try {
      await traced()
      result = 'done'
    } finally {
      metrics.countJob(queue, result, (performance.now() - started) / 1000)
    }
  }

type Means = { readonly metrics: Metrics; readonly tracing: Tracing | undefined }

/** The same mailer, with each result counted and each mail traced, without its address. */
export function measureMail({ metrics, tracing }: Means, { mailer, ...mail }: Mail): Mail {
  const count = metrics.openCounter({
    name: 'freeor_mail_deliveries_total',
    help: 'Mails that this process handed over, by what the mail server answered',
    label: 'result',
    values: ['accepted', 'refused', 'deferred'],
  })
  return {
    ...mail,
    mailer: {
      isOutgoing: mailer.isOutgoing,
      async send(outgoing) {
        const send = async (describe?: (end: SpanEnd) => void) => {
          const delivery = await mailer.send(outgoing)
          describe?.({ attributes: { 'freeor.result': delivery.status } })
          count(delivery.status)
          return delivery
        }
        const attributes = { 'freeor.mail_id': outgoing.id }
        return tracing ? await tracing.inSpan({ name: 'mail', kind: 'mail', attributes }, send) : await send()
      },
    },
  }
}
