import { changeMeta, loadChangePlan, submitChangePlan } from '@freeor/site-frame/billing/change-plan'
import { ChangePlanPage } from '@freeor/site-frame/billing/change-plan-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/settings-billing-change'

export const meta: Route.MetaFunction = () => changeMeta(site)

export const loader = (args: Route.LoaderArgs) => loadChangePlan(site, args)

export const action = (args: Route.ActionArgs) => submitChangePlan(site, args)

export default function SettingsBillingChange({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <ChangePlanPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
