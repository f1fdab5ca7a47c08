import { z } from 'zod'

/** The lists of California's DROP, by their names in its files. */
export const dropLists = ['NDZ', 'Email', 'Phone', 'MAID', 'NameVIN', 'CTVID'] as const
export const dropList = z.enum(dropLists)
export type DropList = z.infer<typeof dropList>

/** What is reported of a work item: 2 exempted, 3 deleted, 4 opted out, 5 not found. */
const dropStatuses = [2, 3, 4, 5] as const
export const dropStatus = z.literal(dropStatuses)
export type DropStatus = z.infer<typeof dropStatus>

/**
 * `requested`: asked for, the lists are not here. `downloaded`: they are stored. `matched`: each item has its status and
 * is on the do-not-contact list. `removed`: its leads are in no dataset. `reported`: the state has all statuses.
 * `stuck`: it can't go on by itself; `problem` says why.
 */
export const cycleStates = ['requested', 'downloaded', 'matched', 'removed', 'reported', 'stuck'] as const
const cycleState = z.enum(cycleStates)

export const dropCycle = z.strictObject({
  id: z.string(),
  state: cycleState,
  startedAt: z.iso.datetime(),
  downloadedAt: z.iso.datetime().nullable(),
  removedAt: z.iso.datetime().nullable(),
  reportedAt: z.iso.datetime().nullable(),
  /** When the state said that it has read the statuses. */
  processedAt: z.iso.datetime().nullable(),
  archiveName: z.string().nullable(),
  /** Work items by what is reported of them; those without a status are `open`. */
  items: z.strictObject({
    open: z.int(),
    exempted: z.int(),
    deleted: z.int(),
    optedOut: z.int(),
    notFound: z.int(),
  }),
  /** Identifiers that consumers took back. */
  withdrawn: z.int(),
  /** What the state answered last, or what stands in the way. */
  problem: z.string().nullable(),
  /** Nothing is asked of the state before. */
  nextAt: z.iso.datetime().nullable(),
})
export type DropCycle = z.infer<typeof dropCycle>

export const dropReport = z.strictObject({
  /** False without the state's key: nothing is asked for. */
  isConfigured: z.boolean(),
  /** When the lists were fetched for the last time. */
  lastDownloadAt: z.iso.datetime().nullable(),
  /** The law's day for the next time. */
  dueAt: z.iso.datetime().nullable(),
  /** From the fortieth day on, and when a cycle is stuck. */
  isUrgent: z.boolean(),
  cycles: z.array(dropCycle),
  exemptions: z.array(z.strictObject({ hash: z.string(), reason: z.string(), timestamp: z.iso.datetime() })),
})
export type DropReport = z.infer<typeof dropReport>

/** A SHA-256 in Base64, as DROP writes it. */
export const dropHashText = z.string().regex(/^[A-Za-z0-9+/]{43}=$/)
