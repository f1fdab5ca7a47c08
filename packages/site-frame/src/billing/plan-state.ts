import type { Me } from '../frame/visitor.ts'

/** The state of the visitor's subscription on this site. */
export type PlanState = {
  /** Has something to use: a plan that has not ended, or a place in a company that has one. */
  isActive: boolean
  /** Null when they may not know it. */
  planID: string | null
  /** There is a live paid subscription: it can be changed. */
  pays: boolean
  isPastDue: boolean
}

const nobody: PlanState = { isActive: false, planID: null, pays: false, isPastDue: false }
const pastDue = ['past due', 'past_due', 'failed']

/** From what `me` says about the site that the request was sent to. */
export function planStateOf({ user, plan }: Pick<Me, 'user' | 'plan'>): PlanState {
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
