import { z } from 'zod'
import { columnKey, emptyRequest } from '../schema.ts'

/** A search, and which of the dataset's columns are drawn; the first of each sort where none is named. */
export const plotsRequest = emptyRequest.extend({
  size: columnKey.optional(),
  category: columnKey.optional(),
  year: columnKey.optional(),
})
export type PlotsRequest = z.input<typeof plotsRequest>

const bar = z.strictObject({
  /** A value of the column; null for a range. */
  value: z.string().nullable(),
  /** The ends of a range; null for a value. The upper one belongs to it where `toInclusive` says so. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  toInclusive: z.boolean(),
  /** Exactly as many as the search finds that is narrowed by `clause`. */
  count: z.int().nonnegative(),
  /** In the query language. */
  clause: z.string(),
})
export type PlotBar = z.infer<typeof bar>

const plotKinds = ['state', 'size', 'category', 'year'] as const

const plot = z.strictObject({
  kind: z.enum(plotKinds),
  /** The column's key; null for the state a lead is in, which is no column. */
  column: columnKey.nullable(),
  /** The columns that could be drawn here, this one among them. */
  choices: z.array(z.strictObject({ column: columnKey, label: z.string() })),
  bars: z.array(bar),
  /** Leads with a value that no bar has; `values`: how many values that are, where that is known. */
  other: z.strictObject({ count: z.int().nonnegative(), values: z.int().nonnegative().nullable() }),
  /** Leads without a value. `clause` is null where the query language has none. */
  blank: z.strictObject({ count: z.int().nonnegative(), clause: z.string().nullable() }),
})
export type Plot = z.infer<typeof plot>

/** Of each plot, its bars, `other` and `blank` together are `count`. */
export const plotsAnswer = z.strictObject({
  count: z.int().nonnegative(),
  dataVersion: z.int(),
  plots: z.array(plot),
})
export type PlotsAnswer = z.infer<typeof plotsAnswer>
