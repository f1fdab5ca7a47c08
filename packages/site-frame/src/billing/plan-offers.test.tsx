import { MantineProvider } from '@mantine/core'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, Outlet } from 'react-router'
import { expect, test } from 'vitest'
import { SiteProvider } from '../frame/site-context.ts'
import { siteDataRoute } from '../frame/site-data.ts'
import type { Site } from '../site.ts'
import { billingTexts } from './billing-texts.ts'
import CustomPlanPage from './custom-plan-page.tsx'
import PricingPage from './pricing-page.tsx'

const site = {
  texts: { billing: billingTexts, pricing: { heading: 'Plans', lead: 'For everybody.' } },
  plans: { figuresOf: () => [] },
} as unknown as Site

const plan = { planID: 'freeor_pro', shortname: 'Pro', name: 'Freeor Pro', description: '', price: 9_900 }
type Component = ComponentType<unknown>
const pages = { all: PricingPage as Component, one: CustomPlanPage as Component }

type Plans = { pays?: boolean; hasIt?: boolean }

/** The page of all plans or of one, as somebody sees it. */
function pageFor(page: keyof typeof pages, me: object, { pays = false, hasIt = false }: Plans = {}): string {
  const loader = () => null
  const shown = { plans: [plan], current: hasIt ? plan.planID : null, plan, isCurrent: hasIt, pays }
  const Routes = createRoutesStub([
    {
      ...{ id: siteDataRoute, path: '/', loader, Component: Outlet },
      children: [{ id: 'page', index: true, loader, Component: pages[page] }],
    },
  ])
  return renderToStaticMarkup(
    <MantineProvider>
      <SiteProvider value={site}>
        <Routes hydrationData={{ loaderData: { [siteDataRoute]: { me }, page: shown } }} />
      </SiteProvider>
    </MantineProvider>,
  )
}

const company = { id: 'cmp_1' }
const visitor = { user: null, company: null, abilities: {} }
const owner = { user: { email: 'ada@example.com' }, company, abilities: { 'billing.change': true } }
const admin = { ...owner, abilities: { 'billing.change': false } }
const onlyOwners = 'Only the owner of the account can change the plan and the card.'

test.each([
  { who: 'a visitor', me: visitor, pays: false, href: '/signup?plan=freeor_pro' },
  { who: 'an owner', me: owner, pays: false, href: '/_subscribe?plan=freeor_pro' },
  { who: 'an owner who pays', me: owner, pays: true, href: '/settings/billing/change?plan=freeor_pro' },
])('$who is led to a plan', ({ me, pays, href }) => {
  for (const page of ['all', 'one'] as const) {
    const html = pageFor(page, me, { pays })
    expect(html).toContain(`href="${href}"`)
    expect(html).not.toContain(onlyOwners)
  }
  expect(pageFor('one', me, { pays })).toContain(me === visitor ? 'Sign up' : 'Choose Pro')
})

test.each(['all', 'one'] as const)(
  'whoever may not choose a plan for their account is told who may, and is offered none: %s',
  (page) => {
    const html = pageFor(page, admin)
    expect(html).toContain(onlyOwners)
    expect(html).not.toContain('Choose Pro')
    expect(html).not.toContain('plan=freeor_pro')
  },
)

test.each(['all', 'one'] as const)('the plan of the visitor is marked, and not offered: %s', (page) => {
  const html = pageFor(page, owner, { pays: true, hasIt: true })
  expect(html).toContain('Your plan')
  expect(html).not.toContain('plan=freeor_pro')
})
