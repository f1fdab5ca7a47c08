import type { PageProps } from '../frame/page.ts'
import { PaneHead } from '../frame/pane.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { adminTexts } from './admin-texts.ts'
import { loadSubscriptions } from './companies.ts'
import { byPlan, bySite } from './company-filters.ts'
import { FilterForm } from './filter-form.tsx'
import { MoreLink } from './more-link.tsx'
import { adminMeta } from './open-admin.ts'
import { SubscriptionTable } from './subscription-table.tsx'

export const meta = adminMeta('subscriptions')

export const loader = loadSubscriptions

/** Everything that is paid for. */
export default function SubscriptionsPage({ loaderData: data }: PageProps<typeof loader>) {
  const texts = adminTexts
  return (
    <AdminFrame>
      <PaneHead title={texts.pages.subscriptions} lead={texts.subscriptions.lead} />
      <FilterForm texts={texts} fields={[bySite(texts, data.sites), byPlan(texts, data.planIDs)]} />
      <SubscriptionTable texts={texts} subscriptions={data.subscriptions} empty={texts.subscriptions.none} />
      <MoreLink to={data.next} label={texts.more} />
    </AdminFrame>
  )
}
