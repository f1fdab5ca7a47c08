import { Link, useLocation } from 'react-router'
import { useSite } from '../frame/site-context.ts'
import { useSiteData } from '../frame/site-data.ts'
import classes from './billing-page.module.css'

/** On every page while a payment is overdue; shown only to users who may see the bill. */
export function BillingBanner() {
  const site = useSite()
  const data = useSiteData()
  const { pathname } = useLocation()
  const { billing } = site.texts.billing
  if (!data?.planState.isPastDue || !data.me.abilities['billing.read']) return null
  return (
    <div className={classes.banner} role="status">
      <span>{billing.pastDue}</span>
      {pathname === '/settings/billing' ? null : <Link to="/settings/billing">{billing.pastDueLink}</Link>}
    </div>
  )
}
