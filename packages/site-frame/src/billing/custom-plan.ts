import { redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { serverApi } from '../frame/api.ts'
import { publicMeta } from '../frame/public-meta.ts'
import type { PageRequest } from '../frame/request-context.ts'
import type { Site } from '../site.ts'
import { findPlan } from './billing-api.ts'

export const customPlanMeta = (site: Site) =>
  publicMeta(site, { ...site.texts.pricing, title: site.texts.billing.plans.customTitle })

/** The plan of `?plan=`, public or not. @throws a redirect to `/` for one that is not there */
export async function loadCustomPlan(site: Site, { request, context }: PageRequest) {
  const wanted = new URL(request.url).searchParams.get('plan')
  const plan = await forPage(context, findPlan(serverApi(context), site, wanted))
  if (!plan) throw redirect('/')
  return { plan }
}
