import type { Site } from '@freeor/kernel/site'

/**
 * Whose credits they are: a company's on one site. A caller that changes any of them holds a lock for the whole
 * balance, so that two callers never lock its lots in different orders. The caller knows which lock that is.
 */
export type Balance = { readonly companyId: string; readonly site: Site }

/**
 * When credits are spent. A lot that starts at `startsBefore` or later does not count yet: it was granted while a clock
 * was ahead.
 */
export type SpendingTime = { readonly now: Date; readonly startsBefore: Date }

/** Why a lot was granted: for a month, as a promotion, or as a refund. */
export type LotKind = 'cycle' | 'promo' | 'refund'

/** Lots of a balance that came for the same reason. */
export type LotGroup = Balance & {
  readonly kind: LotKind
  /** Without those that came from here. */
  readonly exceptOrigin?: string
}
