import { z } from 'zod'

const side = z.strictObject({
  id: z.string(),
  uid: z.string(),
  searchName: z.string(),
  filter: z.string(),
  dslFilter: z.string(),
  count: z.int(),
})

const parts = { onlyFirst: z.int(), both: z.int(), onlySecond: z.int() }

/** Two saved searches of a dataset, run now in its current version. */
export const searchComparison = z.strictObject({
  dictId: z.string(),
  name: z.string(),
  version: z.int(),
  first: side,
  second: side,
  ...parts,
  /** The leads of either search by USPS code of their state; those without a state have an empty one. */
  states: z.array(z.strictObject({ state: z.string(), ...parts })),
})
export type SearchComparison = z.infer<typeof searchComparison>
