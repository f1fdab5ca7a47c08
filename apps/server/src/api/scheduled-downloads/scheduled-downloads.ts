import { changeSchedule, createSchedule, deleteSchedule } from '@freeor/leads/scheduled-downloads/commands'
import { listSchedules } from '@freeor/leads/scheduled-downloads/queries'
import { orderWaiting } from '@freeor/leads/scheduled-downloads/running/commands'
import {
  scheduleChange,
  scheduledDownload,
  scheduleInput,
  waitingOrder,
} from '@freeor/leads/scheduled-downloads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { beginSchedules } from '../../sites/leads/run-schedules.ts'
import { actingIn } from '../company/acting.ts'

const scheduleParams = z.strictObject({ scheduleId: z.string().max(60) })

/*
 * No API key schedules or changes anything here: an order that comes later would not fall under the key's daily budget.
 */

export const listSchedulesOperation = leadsOperation({
  id: 'listSchedules',
  method: 'get',
  path: '/api/scheduled-downloads',
  area: 'downloads',
  summary: 'Downloads that repeat, with their last runs: of all for the owner and admins, else one’s own',
  access: 'user',
  apiKeyScope: 'downloads',
  right: 'downloads.order',
  answer: z.object({ schedules: z.array(scheduledDownload) }),
  handle: async ({ deps, company }) => ({ schedules: await listSchedules(deps.db, await company()) }),
})

export const createScheduleOperation = leadsOperation({
  id: 'createSchedule',
  method: 'post',
  path: '/api/scheduled-downloads',
  area: 'downloads',
  summary:
    'Orders a download every day, week or month at 07:00 UTC, the first of today at once. One that would take more new leads than the ceiling buys nothing and asks by mail',
  access: 'user',
  provenAddress: true,
  right: 'downloads.order',
  body: scheduleInput,
  answer: scheduledDownload,
  status: 201,
  async handle(call) {
    const schedule = await createSchedule(call.deps, await actingIn(call), call.body)
    beginSchedules(call.deps)
    return schedule
  },
})

export const changeScheduleOperation = leadsOperation({
  id: 'changeSchedule',
  method: 'patch',
  path: '/api/scheduled-downloads/{scheduleId}',
  area: 'downloads',
  summary:
    'Changes it, pauses it or lets it go on: one’s own, or any of the account for the owner and admins',
  access: 'user',
  right: 'downloads.order',
  params: scheduleParams,
  body: scheduleChange,
  answer: scheduledDownload,
  handle: async (call) =>
    await changeSchedule(call.deps, await actingIn(call), { id: call.params.scheduleId, change: call.body }),
})

export const deleteScheduleOperation = leadsOperation({
  id: 'deleteSchedule',
  method: 'delete',
  path: '/api/scheduled-downloads/{scheduleId}',
  area: 'downloads',
  summary: 'Ends it: one’s own, or any of the account for the owner and admins. Files that it made stay',
  access: 'user',
  right: 'downloads.order',
  params: scheduleParams,
  status: 204,
  async handle(call) {
    await deleteSchedule(call.deps, await actingIn(call), call.params.scheduleId)
    return new Response(null, { status: 204 })
  },
})

export const orderWaitingOperation = leadsOperation({
  id: 'orderWaiting',
  method: 'post',
  path: '/api/scheduled-downloads/{scheduleId}/runs/{runId}/order',
  area: 'downloads',
  summary:
    'Orders one’s own download that waits above the ceiling, for at most the new leads that were shown; ordered twice, it is one download',
  access: 'user',
  provenAddress: true,
  right: 'downloads.order',
  params: scheduleParams.extend({ runId: z.string().max(60) }),
  body: waitingOrder,
  answer: scheduledDownload,
  async handle({ deps, body, company, params: { scheduleId: id, runId } }) {
    return await orderWaiting(deps, await company(), { id, runId, newLeads: body.newLeads })
  },
})
