import type { Me } from '../frame/visitor.ts'

/** How the visitor stands with this site's plans. */
export type Standing = {
  /** Has something to use: a plan that has not ended, or a place in a company that has one. */
  isActive: boolean
  /** Null when it is not theirs to know. */
  planID: string | null
  /** There is a paid subscription that lives: it can be changed. */
  pays: boolean
  isPastDue: boolean
}

const nobody: Standing = { isActive: false, planID: null, pays: false, isPastDue: false }
const pastDue = ['past due', 'past_due', 'failed']

/** By what `me` says of the asked site. */
export function standingOf({ user, plan }: Pick<Me, 'user' | 'plan'>): Standing {
  if (!user || !plan) return nobody
  const { active: isActive, planID, subscription_status } = plan
  return {
    isActive,
    planID,
    pays: isActive && planID !== freePlan,
    isPastDue: pastDue.includes(subscription_status),
  }
}

export const freePlan = 'freeor_free'
