import { BillingPage } from '@freeor/site-frame/billing/billing-page'
import { loadBilling, submitBilling } from '@freeor/site-frame/billing/billing-settings'
import { paneMeta } from '@freeor/site-frame/settings/open-pane'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/settings-billing'

export const meta: Route.MetaFunction = () => paneMeta(site, 'billing')

export const loader = (args: Route.LoaderArgs) => loadBilling(args)

export const action = (args: Route.ActionArgs) => submitBilling(site, args)

export default function SettingsBilling({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <BillingPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
