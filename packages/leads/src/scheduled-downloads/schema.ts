import { z } from 'zod'
import { downloadRequest } from '../downloads/schema.ts'
import { dictId } from '../schema.ts'

export const rhythms = ['daily', 'weekly', 'monthly'] as const
export type ScheduleRhythm = (typeof rhythms)[number]

/**
 * `nothing`: no lead was there to take. `waiting`: it would have taken more new leads than the ceiling, and nothing was
 * bought. `replaced`: a later one waits in its place. `failed`: its file could not be made, nothing was charged, and the
 * next one has its leads.
 */
export const runStates = ['ordered', 'nothing', 'waiting', 'replaced', 'refused', 'failed'] as const

/** A download as it is ordered each time: always all leads, of the version that serves then. */
export const repeatedOrder = downloadRequest.omit({ limit: true, offset: true, asOf: true, quote: true })
export type RepeatedOrder = z.output<typeof repeatedOrder>

const ceiling = z.int().min(0).max(10_000_000)

export const scheduleInput = z.strictObject({
  order: repeatedOrder,
  rhythm: z.enum(rhythms),
  /** The most new leads that one download may take by itself. */
  ceiling,
  /** Only leads that are new or have changed since the download before. The first one takes all. */
  onlyChanges: z.boolean().default(true),
  /** The day of the first one, at 07:00 UTC; today it is made at once. */
  firstOn: z.iso.date().optional(),
})
export type ScheduleInput = z.output<typeof scheduleInput>

/** What is changed; what is left out stays. */
export const scheduleChange = z.strictObject({
  rhythm: z.enum(rhythms).optional(),
  ceiling: ceiling.optional(),
  onlyChanges: z.boolean().optional(),
  paused: z.boolean().optional(),
})
export type ScheduleChange = z.output<typeof scheduleChange>

export const scheduleRun = z.object({
  id: z.string(),
  dueAt: z.iso.datetime(),
  state: z.enum(runStates),
  rows: z.int(),
  /** Of those, what was paid or would have been. */
  newLeads: z.int(),
  downloadId: z.string().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
})
export type ScheduleRun = z.infer<typeof scheduleRun>

export const scheduledDownload = z.object({
  id: z.string(),
  /** In whose name it is ordered. */
  uid: z.string(),
  name: z.string(),
  email: z.string(),
  searchName: z.string(),
  dictId,
  filter: z.string(),
  dslFilter: z.string(),
  q: z.string(),
  format: z.string(),
  rhythm: z.enum(rhythms),
  ceiling: z.int(),
  onlyChanges: z.boolean(),
  paused: z.boolean(),
  /** When the next one is due; null while it is paused. */
  nextAt: z.iso.datetime().nullable(),
  /** Newest first; at most 5. */
  runs: z.array(scheduleRun),
  timestamp: z.iso.datetime(),
})
export type ScheduledDownload = z.infer<typeof scheduledDownload>

/** The price that was shown: a download that would take more is refused. */
export const waitingOrder = z.strictObject({ newLeads: z.int().min(0) })
