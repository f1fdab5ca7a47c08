import { formatCount, formatDate } from '@freeor/ui/format'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { PaneHead } from '../frame/pane.tsx'
import type { Site } from '../site.ts'
import { AdminFrame } from './admin-frame.tsx'
import { AdminTable } from './admin-table.tsx'
import { type CompaniesData, type SubscriptionsData, sites } from './companies.ts'
import { type FilterField, FilterForm } from './filter-form.tsx'
import { MoreLink } from './more-link.tsx'
import type { OperatorTexts } from './operator-texts.ts'
import { SubscriptionTable } from './subscription-table.tsx'

const bySite = (texts: OperatorTexts): FilterField => ({
  name: 'site',
  label: texts.companies.site,
  options: sites.map((value) => ({ value, label: texts.companies.sites[value] })),
})

const byPlan = (texts: OperatorTexts, planIds: readonly string[]): FilterField => ({
  name: 'planID',
  label: texts.companies.plan,
  options: planIds.map((value) => ({ value, label: value })),
})

/** Every company, with its plan on the site that is asked for. */
export function CompaniesPage({ site, data }: { site: Site; data: CompaniesData }) {
  const texts = site.texts.operator
  const words = texts.companies
  return (
    <AdminFrame site={site}>
      <PaneHead title={texts.pages.companies} />
      <FilterForm
        texts={texts}
        fields={[
          { name: 'q', label: words.find, type: 'search' },
          bySite(texts),
          byPlan(texts, data.planIds),
        ]}
      />
      <AdminTable
        label={texts.pages.companies}
        columns={[words.name, words.owner, words.people, words.plan, words.status, words.created]}
        empty={texts.none}
        rows={data.companies.map((company) => ({
          key: company.id,
          cells: [
            <Anchor key="open" component={Link} to={`/admin/companies/${company.id}`}>
              {company.name}
            </Anchor>,
            company.ownerEmail,
            formatCount(company.people),
            company.planID ?? words.noPlan,
            company.subscription_status,
            formatDate(company.createdAt),
          ],
        }))}
      />
      <MoreLink to={data.next} label={texts.more} />
    </AdminFrame>
  )
}

/** Everything that is paid for. */
export function SubscriptionsPage({ site, data }: { site: Site; data: SubscriptionsData }) {
  const texts = site.texts.operator
  return (
    <AdminFrame site={site}>
      <PaneHead title={texts.pages.subscriptions} lead={texts.subscriptions.lead} />
      <FilterForm texts={texts} fields={[bySite(texts), byPlan(texts, data.planIds)]} />
      <SubscriptionTable texts={texts} subscriptions={data.subscriptions} empty={texts.subscriptions.none} />
      <MoreLink to={data.next} label={texts.more} />
    </AdminFrame>
  )
}
