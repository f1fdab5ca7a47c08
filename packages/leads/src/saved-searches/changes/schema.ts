import { z } from 'zod'

/** What became of a search since a version of its data. */
const changesSince = z.strictObject({
  version: z.int(),
  /** When that was looked at, or downloaded. */
  at: z.iso.datetime(),
  new: z.int(),
  changed: z.int(),
  /** Null where the version is not kept any more. */
  gone: z.int().nullable(),
})
export type ChangesSince = z.infer<typeof changesSince>

export const searchChanges = z.strictObject({
  /** The version that is compared: the current one. */
  version: z.int(),
  /** Since the person last looked at the search, or since it was saved. */
  looked: changesSince,
  /** Since the company last downloaded it; null where it never did. */
  downloaded: changesSince.nullable(),
})
export type SearchChanges = z.infer<typeof searchChanges>
