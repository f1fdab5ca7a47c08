import type { PageProps } from '../frame/page.ts'
import { paneMeta } from '../settings/open-pane.ts'
import { BillingPanes } from './billing-panes.tsx'
import { loadBilling, submitBilling } from './billing-settings.ts'

export const meta = paneMeta('billing')

export const loader = loadBilling

export const action = submitBilling

export default function BillingPage({ loaderData, actionData }: PageProps<typeof loader, typeof action>) {
  return <BillingPanes data={loaderData} answer={actionData} />
}
