import { loadPricing, pricingMeta } from '@freeor/site-frame/billing/pricing'
import { PricingPage } from '@freeor/site-frame/billing/pricing-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/pricing'

export const meta: Route.MetaFunction = () => pricingMeta(site)

export const loader = ({ context }: Route.LoaderArgs) => loadPricing(site, context)

export default function Pricing({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <PricingPage site={site} data={loaderData} />
    </SiteFrame>
  )
}
