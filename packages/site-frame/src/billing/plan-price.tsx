import { formatCents } from '@freeor/ui/format'
import type { BillingTexts } from './billing-texts.ts'
import type { Plan } from './plan.ts'
import classes from './plans.module.css'

/** What a plan costs: its cents as dollars. */
export function PlanPrice({ plan, texts }: { plan: Pick<Plan, 'price'>; texts: BillingTexts }) {
  return (
    <>
      <span className={classes.price}>{formatCents(plan.price)}</span>{' '}
      <span className={classes.small}>{plan.price === 0 ? texts.plans.forever : texts.plans.perMonth}</span>
    </>
  )
}
