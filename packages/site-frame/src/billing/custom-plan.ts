import { redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { getMe } from '../frame/visitor.ts'
import { findPlan } from './billing-api.ts'
import { planStateOf } from './plan-state.ts'

/** The plan of `?plan=`, public or not, and whether the visitor has it. @throws a redirect to `/` for one that is not there */
export async function loadCustomPlan({ request, context }: PageRequest) {
  const site = siteOf(context)
  const wanted = new URL(request.url).searchParams.get('plan')
  const api = serverApi(context)
  const [plan, me] = await forPage(context, Promise.all([findPlan(api, site, wanted), getMe(api)]))
  if (!plan) throw redirect('/')
  const { isActive, planID, pays } = planStateOf(me)
  return { plan, isCurrent: isActive && planID === plan.planID, pays }
}
