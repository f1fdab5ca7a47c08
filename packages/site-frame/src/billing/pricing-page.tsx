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
import { usePlanPath } from './use-plan-path.ts'

export const meta = publicMeta((texts) => texts.pricing)

export const loader = loadPricing

/** All plans next to each other, the visitor's own marked. */
export default function PricingPage({ loaderData: data }: PageProps<typeof loader>) {
  const { texts } = useSite()
  const isSignedIn = Boolean(useSiteData()?.me.user)
  const { plans, current, pays } = data
  const pathOf = usePlanPath(pays)
  const offers = plans.map((plan) => ({
    plan,
    isCurrent: plan.planID === current,
    href: pathOf ? pathOf(plan.planID) : null,
  }))
  return (
    <div className={classes.page}>
      <Title order={1}>{texts.pricing.heading}</Title>
      <p className={classes.lead}>{texts.pricing.lead}</p>
      {pathOf ? null : <p className={classes.lead}>{texts.billing.billing.adminNote}</p>}
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
