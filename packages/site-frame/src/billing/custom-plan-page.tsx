import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { AccountCard } from '../account/account-card.tsx'
import type { Site } from '../site.ts'
import type { Plan } from './billing-api.ts'
import { PlanPrice } from './plan-price.tsx'

/** One plan, as a link in a mail or a talk leads to it. */
export function CustomPlanPage({ site: { texts }, plan }: { site: Site; plan: Plan }) {
  return (
    <AccountCard
      heading={plan.shortname}
      lead={plan.description}
      foot={
        <Anchor component={Link} to="/pricing">
          {texts.billing.plans.compare}
        </Anchor>
      }
    >
      <div>
        <PlanPrice plan={plan} texts={texts.billing} />
      </div>
      <Button component={Link} to={`/signup?plan=${encodeURIComponent(plan.planID)}`} fullWidth mt="lg">
        {texts.billing.plans.signup}
      </Button>
    </AccountCard>
  )
}
