import { formatDate, formatDollars } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { AdminTexts } from './admin-texts.ts'
import type { Subscription } from './companies.ts'

export type SubscriptionTableProps = {
  texts: AdminTexts
  subscriptions: readonly Subscription[]
  empty: string
}

/** Subscriptions with their state at the provider. */
export function SubscriptionTable({ texts, subscriptions, empty }: SubscriptionTableProps) {
  const { subscriptions: words, companies } = texts
  return (
    <Table
      label={texts.pages.subscriptions}
      columns={[
        words.company,
        companies.site,
        companies.plan,
        companies.status,
        words.price,
        words.periodEnd,
        words.provider,
      ]}
      empty={empty}
      rows={subscriptions.map((one) => ({
        key: one.id,
        cells: [
          <Anchor key="open" component={Link} to={`/admin/companies/${one.companyId}`}>
            {one.companyName}
          </Anchor>,
          companies.sites[one.site],
          one.planID,
          one.cancel_at_period_end ? words.ending(one.subscription_status) : one.subscription_status,
          formatDollars(one.priceCents / 100),
          formatDate(one.currentPeriodEnd),
          `${one.processor} ${one.subscription_id}`,
        ],
      }))}
    />
  )
}
