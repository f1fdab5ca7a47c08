export type Proration = { readonly chargeCents: number; readonly creditCents: number }

type Input = {
  readonly oldCents: number
  readonly newCents: number
  readonly periodStart: Date
  readonly periodEnd: Date
  readonly now: Date
}

/**
 * What the rest of the running period costs with the new price, and what of the old one is given back: both by the
 * share of the period that is left, to the millisecond, rounded to the nearest cent.
 */
export function prorate({ oldCents, newCents, periodStart, periodEnd, now }: Input): Proration {
  const whole = periodEnd.getTime() - periodStart.getTime()
  const rest = periodEnd.getTime() - now.getTime()
  // A clock that was set back never gives back more than was paid; one that ran ahead gives back nothing.
  const share = whole > 0 ? Math.min(1, Math.max(0, rest / whole)) : 0
  return { chargeCents: Math.round(newCents * share), creditCents: Math.round(oldCents * share) }
}
