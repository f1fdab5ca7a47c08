import type { ApiClient } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import { serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { getMe } from '../frame/visitor.ts'
import type { Site } from '../site.ts'
import { listPlans } from './billing-api.ts'
import type { Plan } from './plan.ts'
import { planStateOf } from './plan-state.ts'

/** What the page of plans shows. */
export type PricingData = {
  plans: Plan[]
  /** The visitor's plan; null when they are not signed in or their subscription has ended. */
  current: string | null
  /** Where a plan is chosen: another one if they pay already, else a first one. */
  pays: boolean
}

export async function loadPricing({ context }: Pick<PageRequest, 'context'>): Promise<PricingData> {
  return await forPage(context, readPricing(siteOf(context), serverApi(context)))
}

async function readPricing(site: Site, api: ApiClient): Promise<PricingData> {
  const [plans, me] = await Promise.all([listPlans(api, site), getMe(api)])
  const planState = planStateOf(me)
  return { plans, current: planState.isActive ? planState.planID : null, pays: planState.pays }
}
