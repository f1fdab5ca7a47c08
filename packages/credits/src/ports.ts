import type { Site } from '@freeor/kernel/site'

/**
 * Whose credits: a company's on one site. Whoever moves any of them holds a lock that stands for the whole balance, so
 * that two never hold its lots in different orders. Which lock that is, the caller knows.
 */
export type Balance = { readonly companyId: string; readonly site: Site }

/**
 * When credits are spent. A lot that starts at `startsBefore` or later does not count yet: it was granted while a clock
 * was ahead.
 */
export type SpendingTime = { readonly now: Date; readonly startsBefore: Date }

/** Why a lot came: by the month, as a promotion, or as what was given back. */
export type LotKind = 'cycle' | 'promo' | 'refund'

/** Lots of a balance that came for the same reason. */
export type LotGroup = Balance & {
  readonly kind: LotKind
  /** Without those that came from here. */
  readonly exceptOrigin?: string
}
