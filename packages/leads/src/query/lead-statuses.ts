/** What a company says of a lead of theirs, in the order of their work. */
export const leadStatuses = ['new', 'contacted', 'interested', 'customer', 'unsuited'] as const
export type LeadStatus = (typeof leadStatuses)[number]
