import { customPlanMeta, loadCustomPlan } from '@freeor/site-frame/billing/custom-plan'
import { CustomPlanPage } from '@freeor/site-frame/billing/custom-plan-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/custom-plan'

export const meta: Route.MetaFunction = () => customPlanMeta(site)

export const loader = (args: Route.LoaderArgs) => loadCustomPlan(site, args)

export default function CustomPlan({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <CustomPlanPage site={site} plan={loaderData.plan} />
    </SiteFrame>
  )
}
