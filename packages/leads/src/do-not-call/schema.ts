import { z } from 'zod'

/**
 * Days after which a version of the registry may not be relied on any more: 16 CFR 310.4(b)(3)(iv) asks for one obtained
 * no more than 31 days before a call.
 */
export const registryDays = 31

/** The do-not-call registry that is in force. */
export const doNotCallRegistry = z.strictObject({
  /** Distinct telephone numbers. */
  numbers: z.int(),
  /** Area codes that it has numbers of: of numbers elsewhere it says nothing. */
  areaCodes: z.int(),
  obtainedAt: z.iso.datetime(),
  /** Whole days since then. */
  ageDays: z.int(),
  /** Older than 31 days: whoever calls by it is not safe (16 CFR 310.4(b)(3)(iv)). */
  isOld: z.boolean(),
})
export type DoNotCallRegistry = z.infer<typeof doNotCallRegistry>
