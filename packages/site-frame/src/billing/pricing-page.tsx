import { Button, Title } from '@mantine/core'
import { Link } from 'react-router'
import { useRootData } from '../frame/root-data.ts'
import type { Site } from '../site.ts'
import { PlanCards } from './plan-cards.tsx'
import { PlanTable } from './plan-table.tsx'
import classes from './plans.module.css'
import type { PricingData } from './pricing.ts'

/** Where a visitor goes to have a plan. */
function hrefOf(planID: string, isSignedIn: boolean, pays: boolean): string {
  const plan = `plan=${encodeURIComponent(planID)}`
  if (!isSignedIn) return `/signup?${plan}`
  return pays ? `/settings/billing/change?${plan}` : `/_subscribe?${plan}`
}

/** All plans beside each other, the visitor's own marked. */
export function PricingPage({ site: { texts }, data }: { site: Site; data: PricingData }) {
  const isSignedIn = Boolean(useRootData()?.me.user)
  const { plans, current, pays } = data
  const offers = plans.map((plan) => ({
    plan,
    isCurrent: plan.planID === current,
    href: hrefOf(plan.planID, isSignedIn, pays),
  }))
  return (
    <div className={classes.page}>
      <Title order={1}>{texts.pricing.heading}</Title>
      <p className={classes.lead}>{texts.pricing.lead}</p>
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
