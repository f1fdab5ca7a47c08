import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { DownloadRequest } from '@freeor/leads/downloads/schema'
import { expectDone } from '@freeor/site-frame/frame/answer'

export async function listSchedules(api: ApiClient) {
  return unwrap(await api.GET('/api/scheduled-downloads')).schedules
}
export type Schedule = Awaited<ReturnType<typeof listSchedules>>[number]
export type ScheduleRun = Schedule['runs'][number]
export type ScheduleRhythm = Schedule['rhythm']

type NewSchedule = { rhythm: ScheduleRhythm; ceiling: number; onlyChanges: boolean; firstOn: string }

/** Orders a download again and again: all its leads, so without its limit and its offset. */
export async function createSchedule(
  api: ApiClient,
  { limit: _, offset: __, asOf: ___, quote: ____, ...order }: DownloadRequest,
  schedule: NewSchedule,
) {
  const body = { ...schedule, order: order as Required<typeof order> }
  return unwrap(await api.POST('/api/scheduled-downloads', { body }))
}

const named = (scheduleId: string) => ({ params: { path: { scheduleId } } })

export type ScheduleChange = {
  paused?: boolean
  ceiling?: number
  rhythm?: ScheduleRhythm
  onlyChanges?: boolean
}

export async function changeSchedule(api: ApiClient, id: string, body: ScheduleChange): Promise<void> {
  unwrap(await api.PATCH('/api/scheduled-downloads/{scheduleId}', { ...named(id), body }))
}

export async function deleteSchedule(api: ApiClient, id: string): Promise<void> {
  expectDone(await api.DELETE('/api/scheduled-downloads/{scheduleId}', named(id)))
}

/** Orders what waits, for at most the new leads that were shown. */
export async function orderWaiting(
  api: ApiClient,
  { id, runId, newLeads }: { id: string; runId: string; newLeads: number },
): Promise<void> {
  const params = { path: { scheduleId: id, runId } }
  unwrap(
    await api.POST('/api/scheduled-downloads/{scheduleId}/runs/{runId}/order', {
      params,
      body: { newLeads },
    }),
  )
}
