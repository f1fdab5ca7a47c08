import { redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { findPlan } from './billing-api.ts'

/** The plan of `?plan=`, public or not. @throws a redirect to `/` for one that is not there */
export async function loadCustomPlan({ request, context }: PageRequest) {
  const site = siteOf(context)
  const wanted = new URL(request.url).searchParams.get('plan')
  const plan = await forPage(context, findPlan(serverApi(context), site, wanted))
  if (!plan) throw redirect('/')
  return { plan }
}
