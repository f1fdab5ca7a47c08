import { z } from 'zod'
import { columnKey, columnKind, dictId, leadRow } from '../schema.ts'

export const showcaseAnswer = z.strictObject({
  dictionary: z.strictObject({ dictId, name: z.string(), rows: z.int() }),
  count: z.int(),
  /** Leads in each state, most first. */
  states: z.array(z.strictObject({ value: z.string(), count: z.int() })),
  columns: z.array(z.strictObject({ key: columnKey, label: z.string(), kind: columnKind })),
  rows: z.array(leadRow),
})
export type Showcase = z.infer<typeof showcaseAnswer>
