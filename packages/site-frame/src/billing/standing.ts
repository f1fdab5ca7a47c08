import type { ApiClient } from '@freeor/api-client/client'
import type { Me } from '../frame/visitor.ts'
import type { Site } from '../site.ts'
import { findCustomer } from './billing-api.ts'

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

/** Asks no more than needed: on the Leads site `me` knows it all. */
export async function standingOf(site: Site, api: ApiClient, me: Me): Promise<Standing> {
  if (!me.user || !me.company) return nobody
  if (site.name === 'leads') return standingOnLeads(me)
  if (!me.abilities['billing.read']) return { ...nobody, isActive: true }
  const customer = await findCustomer(api)
  // Who never was a customer of the site has its free plan.
  if (!customer) return { ...nobody, isActive: true, planID: freePlan }
  const { active: isActive, plan_id: planID, past_due: isPastDue, processor } = customer
  return { isActive, planID, pays: isActive && processor !== null, isPastDue }
}

export const freePlan = 'freeor_free'

function standingOnLeads({ allowance }: Me): Standing {
  if (!allowance) return nobody
  const { active: isActive, planID, subscription_status } = allowance
  return {
    isActive,
    planID,
    pays: isActive && planID !== freePlan,
    isPastDue: pastDue.includes(subscription_status),
  }
}
