import { Alert, Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { AccountCard } from '../account/account-card.tsx'
import type { PageProps } from '../frame/page.ts'
import { publicMeta } from '../frame/page-meta.ts'
import { useSite } from '../frame/site-context.ts'
import { useSiteData } from '../frame/site-data.ts'
import { loadCustomPlan } from './custom-plan.ts'
import { PlanPrice } from './plan-price.tsx'
import { usePlanPath } from './use-plan-path.ts'

export const meta = publicMeta(({ pricing, billing }) => ({ ...pricing, title: billing.plans.customTitle }))

export const loader = loadCustomPlan

/** One plan, as a link in a mail or a talk leads to it. */
export default function CustomPlanPage({ loaderData }: PageProps<typeof loader>) {
  const { plan, isCurrent, pays } = loaderData
  const texts = useSite().texts.billing
  const { plans, billing } = texts
  const isSignedIn = Boolean(useSiteData()?.me.user)
  const pathOf = usePlanPath(pays)
  return (
    <AccountCard
      heading={plan.shortname}
      lead={plan.description}
      foot={
        <Anchor component={Link} to="/pricing">
          {plans.compare}
        </Anchor>
      }
    >
      <div>
        <PlanPrice plan={plan} texts={texts} />
      </div>
      {isCurrent ? (
        <Alert role="status" mt="lg">
          {plans.current}
        </Alert>
      ) : pathOf ? (
        <Button component={Link} to={pathOf(plan.planID)} fullWidth mt="lg">
          {isSignedIn ? plans.choose(plan.shortname) : plans.signup}
        </Button>
      ) : (
        <Alert role="status" mt="lg">
          {billing.adminNote}
        </Alert>
      )}
    </AccountCard>
  )
}
