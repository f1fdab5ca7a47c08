import { MantineProvider } from '@mantine/core'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, Outlet } from 'react-router'
import { expect, test } from 'vitest'
import { SiteProvider } from '../frame/site-context.ts'
import { siteDataRoute } from '../frame/site-data.ts'
import type { Site } from '../site.ts'
import { billingTexts } from './billing-texts.ts'
import type { PricingData } from './pricing.ts'
import PricingPage from './pricing-page.tsx'

const site = {
  texts: { billing: billingTexts, pricing: { heading: 'Plans', lead: 'For everybody.' } },
  plans: { figuresOf: () => [] },
} as unknown as Site

const plan = { planID: 'freeor_pro', shortname: 'Pro', name: 'Freeor Pro', description: '', price: 9_900 }
const Page = PricingPage as unknown as ComponentType<{ loaderData: PricingData }>
const shown = { plans: [plan], current: null, pays: false } as unknown as PricingData

const Routes = createRoutesStub([
  {
    ...{ id: siteDataRoute, path: '/', loader: () => null, Component: Outlet },
    children: [{ id: 'pricing', index: true, Component: () => <Page loaderData={shown} /> }],
  },
])

/** The page as somebody sees it. */
function pageFor(me: object): string {
  return renderToStaticMarkup(
    <MantineProvider>
      <SiteProvider value={site}>
        <Routes hydrationData={{ loaderData: { [siteDataRoute]: { me } } }} />
      </SiteProvider>
    </MantineProvider>,
  )
}

const user = { email: 'ada@example.com' }
const company = { id: 'cmp_1' }
const onlyOwners = 'Only the owner of the account can change the plan and the card.'

test.each([
  { who: 'a visitor', me: { user: null, company: null, abilities: {} }, href: '/signup?plan=freeor_pro' },
  {
    who: 'an owner',
    me: { user, company, abilities: { 'billing.change': true } },
    href: '/_subscribe?plan=freeor_pro',
  },
])('$who is led to a plan', ({ me, href }) => {
  const html = pageFor(me)
  expect(html).toContain(`href="${href}"`)
  expect(html).not.toContain(onlyOwners)
})

test('whoever may not choose a plan for their account is told who may, and is offered none', () => {
  const html = pageFor({ user, company, abilities: { 'billing.change': false } })
  expect(html).toContain(onlyOwners)
  expect(html).not.toContain('Choose Pro')
})
