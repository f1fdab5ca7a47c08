import { BillingPanes } from '@freeor/site-frame/billing/billing-panes'
import { loadBilling, submitBilling } from '@freeor/site-frame/billing/billing-settings'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { paneMeta } from '@freeor/site-frame/settings/open-pane'
import { readUse } from '../api/ledger.ts'
import { UsePane } from '../billing/use-pane.tsx'
import type { Route } from './+types/settings-billing'

export const meta = paneMeta('billing')

export async function loader(args: Route.LoaderArgs) {
  const billing = await loadBilling(args)
  const use = await forPage(args.context, readUse(serverApi(args.context)))
  return { billing, use }
}

export const action = submitBilling

export default function SettingsBilling({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <BillingPanes data={loaderData.billing} answer={actionData}>
      <UsePane use={loaderData.use} />
    </BillingPanes>
  )
}
