import { useSiteData } from '../frame/site-data.ts'

/**
 * Where the visitor goes to get a plan, by its id; null for somebody who works in the account of another person, and has
 * its plan.
 * @param pays whether they have a paid plan: another one is chosen elsewhere than a first one
 */
export function usePlanPath(pays: boolean): ((planID: string) => string) | null {
  const me = useSiteData()?.me
  if (me?.company && !me.abilities['billing.change']) return null
  const page = !me?.user ? '/signup' : pays ? '/settings/billing/change' : '/_subscribe'
  return (planID) => `${page}?plan=${encodeURIComponent(planID)}`
}
