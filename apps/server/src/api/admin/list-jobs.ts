import { listQueues } from '@freeor/postgres/job-queues'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

const queue = z.object({
  name: z.string(),
  waiting: z.number().int(),
  active: z.number().int(),
  retrying: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  lastCompletedAt: z.string().nullable(),
  /** The cron expression, in UTC. */
  schedule: z.string().nullable(),
})

export const listJobsOperation = operation({
  id: 'listJobs',
  method: 'get',
  path: '/api/admin/jobs',
  area: 'operations',
  summary: 'Every queue with its jobs by state',
  access: 'super_admin',
  answer: z.object({ queues: z.array(queue) }),
  handle: async ({ deps }) => ({ queues: await listQueues(deps.db) }),
})
