import { recordAudit } from '@freeor/accounts/commands'
import { AppError } from '@freeor/kernel/errors'
import { hasQueue } from '@freeor/postgres/job-queues'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const retryJobOperation = operation({
  id: 'retryJob',
  method: 'post',
  path: '/api/admin/jobs/{queue}/{jobId}/retry',
  area: 'operations',
  summary: 'Let a job that was given up run again',
  access: 'super_admin',
  params: z.strictObject({ queue: z.string().max(100), jobId: z.uuid() }),
  status: 204,
  async handle({ deps, params: { queue, jobId }, superAdmin, clientAddress: ipAddress }) {
    if (!(await hasQueue(deps.db, queue)) || !(await deps.jobs.retry(queue, jobId)))
      throw new AppError('not_found', 'There is no such job that was given up')
    await recordAudit(deps.db, {
      action: 'job.retried',
      now: deps.clock.now(),
      actorUserId: superAdmin().userId,
      objectType: 'job',
      objectId: jobId,
      ipAddress,
      details: { queue },
    })
    return new Response(null, { status: 204 })
  },
})
