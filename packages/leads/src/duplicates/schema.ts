import { z } from 'zod'
import { searchRequest } from '../schema.ts'

const { filter, dslFilter, q, asOf } = searchRequest.shape

export const duplicatesRequest = z.strictObject({ filter, dslFilter, q, asOf })
export type DuplicatesRequest = z.input<typeof duplicatesRequest>

const known = z.strictObject({
  id: z.string(),
  searchName: z.string(),
  timestamp: z.iso.datetime(),
  /** Whether it is the same search, not only the same area. */
  isSame: z.boolean(),
})

/** Searches that were kept and files that were made of the same area: a hint, never a refusal. */
export const duplicatesAnswer = z.strictObject({
  /** [west, south, east, north] of the search's geography; null for everywhere. */
  boundingBox: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** Its coordinates, each rounded to 2 decimals, summed. */
  boxSum: z.number().nullable(),
  savedSearches: z.array(known),
  downloads: z.array(
    known.extend({
      downloadCount: z.int(),
      /** Where the next file of the same search begins: what was left out before this one, and its leads. */
      nextOffset: z.int(),
    }),
  ),
})
export type Duplicates = z.infer<typeof duplicatesAnswer>
