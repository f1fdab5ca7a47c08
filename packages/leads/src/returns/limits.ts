/** Contacts in one return. */
export const mostReturned = 1_000

/** Domains that are asked about at the same time, and how long one may take, in milliseconds. */
export const domainChecks = { atOnce: 20, timeoutMs: 2_000, tries: 2 } as const
