import { z } from 'zod'
import { entryForm } from '../suppression/schema.ts'

/** Entries of one addition: more come as a file of the command line. */
export const mostOptOuts = 10_000

export const optOutsInput = z.strictObject({
  /** One a line: emails, telephone numbers, domains, addresses, company names, or their hashes. */
  text: z.string().min(1).max(1_000_000),
  reason: z.string().trim().min(3).max(500),
})

export const optOut = z.strictObject({
  id: z.string(),
  form: entryForm,
  /** A few signs of what was entered: the entry itself is not kept. */
  shown: z.string(),
  reason: z.string(),
  timestamp: z.iso.datetime(),
})
export type OptOut = z.infer<typeof optOut>

export const optOutsAdded = z.strictObject({
  /** Entries that were not on the list before. */
  added: z.int(),
  /** Lines in which no entry could be read. */
  unread: z.int(),
  /** Leads that were removed, over all datasets as they serve now. */
  leads: z.int(),
  /** Files that are no longer handed out. */
  files: z.int(),
})
export type OptOutsAdded = z.infer<typeof optOutsAdded>
