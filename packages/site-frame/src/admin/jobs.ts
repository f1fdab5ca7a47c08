import { unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import { attempt, expectDone, readForm } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { adminTexts } from './admin-texts.ts'
import { openAdmin } from './open-admin.ts'
import { readFilter } from './read-filter.ts'

/** Every queue with its jobs by state; of the queue that the address names, those that were given up. */
export async function loadJobs(args: PageRequest) {
  const api = await openAdmin(args)
  const queue = readFilter(args.request).text('queue')
  const failed = async () => {
    if (queue === undefined) return []
    const path = { queue }
    return unwrap(await api.GET('/api/admin/jobs/{queue}/failed', { params: { path } })).jobs
  }
  const [{ queues }, jobs] = await forPage(
    args.context,
    Promise.all([api.GET('/api/admin/jobs').then(unwrap), failed()]),
  )
  const described = jobs.map((job) => ({ ...job, data: JSON.stringify(job.data) }))
  return { queues, queue: queue ?? null, failed: described }
}
export type JobsData = Awaited<ReturnType<typeof loadJobs>>

/** Lets a job that was given up run again. */
export async function submitJobs(args: PageRequest) {
  const _site = siteOf(args.context)
  const api = await openAdmin(args)
  const { intent, text } = await readForm(args.request)
  const path = { queue: text('queue'), jobId: text('id') }
  const work = async () =>
    expectDone(await api.POST('/api/admin/jobs/{queue}/{jobId}/retry', { params: { path } }))
  return await attempt({ intent, work, done: adminTexts.jobs.retried })
}
