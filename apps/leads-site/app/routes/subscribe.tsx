import { loadSubscribe, submitSubscribe, subscribeMeta } from '@freeor/site-frame/billing/subscribe'
import { SubscribePage } from '@freeor/site-frame/billing/subscribe-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/subscribe'

export const meta: Route.MetaFunction = () => subscribeMeta(site)

export const loader = (args: Route.LoaderArgs) => loadSubscribe(site, args)

export const action = (args: Route.ActionArgs) => submitSubscribe(site, args)

export default function Subscribe({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <SubscribePage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
