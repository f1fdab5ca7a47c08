import { scheduledDownloads } from '@freeor/leads/scheduled-downloads/tables'
import { firmsDictId } from './firms.ts'
import { addScheduleOf, clearSchedules } from './schedule-things.ts'
import type { Ids, Row } from './security-row.ts'

const named = ({ scheduleId }: Pick<Ids, 'scheduleId'>) => ({ params: { scheduleId } })
const waiting = ({ scheduleId, runId }: Pick<Ids, 'scheduleId' | 'runId'>) => ({
  params: { scheduleId, runId },
  body: { newLeads: 1 },
})

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

/** The rows of downloads that repeat. */
export const scheduleRows: Readonly<Record<string, Row>> = {
  listSchedules: { sample: () => ({}) },
  createSchedule: {
    writes: scheduledDownloads,
    sample: () => ({
      body: { order: { dictId: firmsDictId }, rhythm: 'weekly', ceiling: 10, firstOn: tomorrow() },
    }),
    undo: clearSchedules,
  },
  changeSchedule: {
    sample: async (fixture, as) => ({ ...named(await addScheduleOf(fixture, as)), body: { ceiling: 5 } }),
    foreign: (ids) => ({ ...named(ids), body: { ceiling: 5 } }),
  },
  deleteSchedule: {
    sample: async (fixture, as) => named(await addScheduleOf(fixture, as)),
    foreign: named,
  },
  orderWaiting: {
    isPersonal: true,
    sample: async (fixture, as) => waiting(await addScheduleOf(fixture, as)),
    foreign: waiting,
  },
}
