import { Button, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { PageProps } from '../frame/page.ts'
import { publicMeta } from '../frame/page-meta.ts'
import { useSite } from '../frame/site-context.ts'
import { useSiteData } from '../frame/site-data.ts'
import { PlanCards } from './plan-cards.tsx'
import { PlanTable } from './plan-table.tsx'
import classes from './plans.module.css'
import { loadPricing } from './pricing.ts'

/** Where a visitor goes to get a plan. */
function hrefOf(planID: string, isSignedIn: boolean, pays: boolean): string {
  const plan = `plan=${encodeURIComponent(planID)}`
  if (!isSignedIn) return `/signup?${plan}`
  return pays ? `/settings/billing/change?${plan}` : `/_subscribe?${plan}`
}

export const meta = publicMeta((texts) => texts.pricing)

export const loader = loadPricing

/** All plans next to each other, the visitor's own marked. */
export default function PricingPage({ loaderData: data }: PageProps<typeof loader>) {
  const { texts } = useSite()
  const me = useSiteData()?.me
  const isSignedIn = Boolean(me?.user)
  // Who works in somebody else's account has its plan.
  const mayChoose = !me?.company || me.abilities['billing.change']
  const { plans, current, pays } = data
  const offers = plans.map((plan) => ({
    plan,
    isCurrent: plan.planID === current,
    href: mayChoose ? hrefOf(plan.planID, isSignedIn, pays) : null,
  }))
  return (
    <div className={classes.page}>
      <Title order={1}>{texts.pricing.heading}</Title>
      <p className={classes.lead}>{texts.pricing.lead}</p>
      {mayChoose ? null : <p className={classes.lead}>{texts.billing.billing.adminNote}</p>}
      <PlanTable offers={offers} texts={texts.billing} />
      <PlanCards offers={offers} texts={texts.billing} />
      {isSignedIn ? null : (
        <Button component={Link} to="/signup" size="md" mt="lg">
          {texts.billing.plans.start}
        </Button>
      )}
    </div>
  )
}
