import { z } from 'zod'

/*
 * What a run found, as it is kept in a file: for plots, and for comparing one run with another. Times are milliseconds
 * unless a name says otherwise.
 */

const timed = z.object({ median: z.number(), p95: z.number() })
const engine = z.object({
  name: z.string(),
  byQuestion: z.record(z.string(), timed),
  /** Over the first six questions. */
  geometricMean: z.number(),
  /** To eight clients at once. */
  countsPerSecond: z.number(),
})
const group = z.object({
  people: z.int(),
  interactionsPerSecond: z.number(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  healthP99: z.number(),
  /** Statuses other than 200, with how often each came. */
  refused: z.string(),
})

export const figuresSchema = z.object({
  /** The product first. */
  search: z.array(engine).optional(),
  import: z
    .object({
      rowsPerSecond: z.number(),
      seconds: z.number(),
      mergeSeconds: z.number(),
      /** Own memory of each process at its peak, in bytes. */
      peakBytes: z.record(z.string(), z.number()),
    })
    .optional(),
  people: z.array(group).optional(),
})

/** Each measurement adds its own. */
export type Figures = z.infer<typeof figuresSchema>

export const runSchema = figuresSchema.extend({
  /** ISO 8601, UTC. */
  at: z.string(),
  machine: z.string(),
  /** The load average of a minute before the run began. */
  load: z.number(),
  rows: z.int(),
})

export type Run = z.infer<typeof runSchema>
