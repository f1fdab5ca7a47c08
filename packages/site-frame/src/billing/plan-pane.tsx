import { formatCents } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { Pane } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import { useSiteData } from '../frame/site-data.ts'
import type { Customer } from './billing-api.ts'
import { dayOf } from './billing-days.ts'
import classes from './billing-page.module.css'

type PlanPaneProps = { customer: Customer; canChange: boolean }

/** The plan, what it costs and when, and what is left of it where a site counts that. */
export function PlanPane({ customer, canChange }: PlanPaneProps) {
  const site = useSite()
  const { billing, plans } = site.texts.billing
  const me = useSiteData()?.me
  const left = me && site.plans.leftOf?.(me)
  const paysNow = customer.active && customer.subscription_id !== null
  const price = formatCents(customer.price)
  const isRenewed = paysNow && !customer.cancel_at_period_end && !customer.past_due
  return (
    <Pane title={billing.plan} wide>
      <dl className={classes.stats}>
        <Stat label={customer.active ? billing.plan : billing.lastPlan} value={customer.plan_name} />
        {customer.active ? (
          <Stat label={billing.price} value={customer.price === 0 ? plans.free : billing.perMonth(price)} />
        ) : null}
        {left === undefined ? null : <Stat label={billing.leadsLeft} value={left} />}
        {customer.active ? (
          <Stat label={billing.billingDay} value={billing.dayOf(String(customer.billing_day))} />
        ) : null}
      </dl>
      {isRenewed ? <Text size="sm">{billing.nextCharge(price, dayOf(customer.period_end))}</Text> : null}
      {canChange && customer.active && !customer.cancel_at_period_end ? (
        <Button
          component={Link}
          to={paysNow ? '/settings/billing/change' : '/_subscribe?choose'}
          w="fit-content"
        >
          {paysNow ? billing.change : billing.choose}
        </Button>
      ) : null}
    </Pane>
  )
}
