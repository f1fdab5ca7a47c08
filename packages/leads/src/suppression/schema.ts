import { z } from 'zod'

/** What an entry of a list is: a digest of something, or plain. Their order is that of their numbers in the engine. */
export const entryForms = ['md5', 'sha1', 'sha256', 'email', 'phone', 'domain', 'company', 'address'] as const
export const entryForm = z.enum(entryForms)
export type EntryForm = z.infer<typeof entryForm>

export const listName = z.string().trim().min(1, 'Please name your list.').max(120)

/** How a list can be read, and what it finds then. */
const profileHits = z.strictObject({
  /** E.g. `email.uid2.sha256`: what is compared, in which normal form, under which digest. */
  id: z.string(),
  form: entryForm,
  kind: z.enum(['email', 'phone', 'domain', 'company', 'address']),
  /** Leads of all datasets that it means. */
  leads: z.int(),
  /** Whether it is meant by default: of its kind the one that finds most. */
  proposed: z.boolean(),
})
export type ProfileHits = z.infer<typeof profileHits>

export const suppressionList = z.strictObject({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  /** `found`: read, and nothing is left out yet. `applied`: its leads are in no quote and no file any more. */
  state: z.enum(['found', 'applied']),
  /** Distinct entries by form. */
  entries: z.array(z.strictObject({ form: entryForm, count: z.int() })),
  /** Lines without an entry that could be read. */
  unread: z.int(),
  profiles: z.array(profileHits),
  /** The ids of the profiles it is applied by. */
  appliedBy: z.array(z.string()),
  timestamp: z.iso.datetime(),
  appliedAt: z.iso.datetime().nullable(),
})
export type SuppressionList = z.infer<typeof suppressionList>
