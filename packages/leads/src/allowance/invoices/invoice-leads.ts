/** What one invoice line says about a plan. */
export type PlanLine = {
  /** The plan it charges or, with a negative amount, gives back; null for anything else. */
  readonly planID: string | null
  /** Negative for a credit. */
  readonly amountCents: number
  /** What a whole period of that plan costs. */
  readonly priceCents: number
}

// Far below one lead, far above the error of a few divisions.
const roundingError = 1e-6

/**
 * The leads that invoice lines buy: of each line the share of a whole period that was paid for, times the leads of
 * its plan; a credit gives the same share back. Rounded down, so a change of plan never sells more leads than money
 * came in for.
 * @param leadsOf leads a month of a plan; undefined for a plan that sells none
 * @returns whole leads; negative when more was given back than charged
 */
export function leadsOfLines(
  lines: readonly PlanLine[],
  leadsOf: (planID: string) => number | undefined,
): number {
  let sum = 0
  for (const { planID, amountCents, priceCents } of lines) {
    const leads = planID === null ? undefined : leadsOf(planID)
    if (leads === undefined || priceCents <= 0) continue
    // No line buys more than a whole period, whatever price it names.
    const share = Math.min(1, Math.max(-1, amountCents / priceCents))
    sum += share * leads
  }
  // Adding 0 turns -0 into 0.
  return Math.floor(sum + roundingError) + 0
}
