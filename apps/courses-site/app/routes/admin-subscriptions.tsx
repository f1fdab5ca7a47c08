import { loadSubscriptions } from '@freeor/site-frame/admin/companies'
import { SubscriptionsPage } from '@freeor/site-frame/admin/companies-page'
import { adminMeta } from '@freeor/site-frame/admin/open-admin'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/admin-subscriptions'

export const meta: Route.MetaFunction = () => adminMeta(site, 'subscriptions')

export const loader = (args: Route.LoaderArgs) => loadSubscriptions(args)

export default function AdminSubscriptions({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <SubscriptionsPage site={site} data={loaderData} />
    </SiteFrame>
  )
}
