import { AppError } from '@freeor/kernel/errors'
import { hasQueue, listFailedJobs } from '@freeor/postgres/job-queues'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

const failedJob = z.object({
  id: z.string(),
  createdAt: z.string(),
  failedAt: z.string().nullable(),
  tries: z.number().int(),
  data: z.unknown(),
  error: z.string(),
})

export const listFailedJobsOperation = operation({
  id: 'listFailedJobs',
  method: 'get',
  path: '/api/admin/jobs/{queue}/failed',
  area: 'operations',
  summary: 'Jobs of a queue that were given up, newest first',
  access: 'super_admin',
  params: z.strictObject({ queue: z.string().max(100) }),
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  answer: z.object({ jobs: z.array(failedJob) }),
  async handle({ deps, params, query }) {
    if (!(await hasQueue(deps.db, params.queue))) throw new AppError('not_found', 'There is no such queue')
    return { jobs: await listFailedJobs(deps.db, params.queue, query.limit) }
  },
})
