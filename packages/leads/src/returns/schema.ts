import { z } from 'zod'
import { mostReturned } from './limits.ts'

export const returnInput = z.strictObject({
  /** Emails and telephone numbers of the file that do not work. */
  contacts: z.array(z.string().trim().min(1).max(320)).min(1).max(mostReturned),
  /** Why they are bad, for whoever looks at those that no rule decides. */
  problem: z.string().trim().min(1, 'Please say what is wrong.').max(2_000),
})

/** What came of the leads that were sent back. Each lead is in one of the counts. */
export const returnAnswer = z.strictObject({
  /** Found to be bad by a rule: their leads are back in the balance. */
  refunded: z.int(),
  /** A person looks at them, and answers by mail. */
  open: z.int(),
  /** Sent back before. */
  before: z.int(),
  /** Bad, but beyond the share of a file that rules give back; they may be reported as a whole. */
  overShare: z.int(),
  /** Contacts that no lead of this file has that was paid with it. */
  unknown: z.int(),
})
export type ReturnAnswer = z.infer<typeof returnAnswer>
