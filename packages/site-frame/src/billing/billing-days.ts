import { formatDate } from '@freeor/ui/format'

const dayLength = 86_400_000

/** The billing day that ends a period, as people read it. */
export const dayOf = (periodEnd: string): string => formatDate(periodEnd)

/** The day before it: cancelling at once on that day loses the least access. */
export const dayBefore = (periodEnd: string): string =>
  formatDate(new Date(Date.parse(periodEnd) - dayLength).toISOString())
