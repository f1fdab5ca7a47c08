import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { AccountCard } from '../account/account-card.tsx'
import type { PageProps } from '../frame/page.ts'
import { publicMeta } from '../frame/page-meta.ts'
import { useSite } from '../frame/site-context.ts'
import { loadCustomPlan } from './custom-plan.ts'
import { PlanPrice } from './plan-price.tsx'

export const meta = publicMeta(({ pricing, billing }) => ({ ...pricing, title: billing.plans.customTitle }))

export const loader = loadCustomPlan

/** One plan, as a link in a mail or a talk leads to it. */
export default function CustomPlanPage({ loaderData: { plan } }: PageProps<typeof loader>) {
  const { texts } = useSite()
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
