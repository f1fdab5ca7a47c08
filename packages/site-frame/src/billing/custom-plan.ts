import { redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { serverApi } from '../frame/api.ts'
import { publicMeta } from '../frame/public-meta.ts'
import type { PageRequest } from '../frame/request-context.ts'
import type { Site } from '../site.ts'
import { listPlans } from './billing-api.ts'

export const customPlanMeta = (site: Site) =>
  publicMeta(site, { ...site.texts.pricing, title: site.texts.billing.plans.customTitle })

/** The plan of `?plan=`. @throws a redirect to `/` for one that is not there */
export async function loadCustomPlan(site: Site, { request, context }: PageRequest) {
  const wanted = new URL(request.url).searchParams.get('plan')
  const plans = await forPage(context, listPlans(serverApi(context), site))
  const plan = plans.find(({ planID }) => planID === wanted)
  if (!plan) throw redirect('/')
  return { plan }
}
