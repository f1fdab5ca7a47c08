import { formatCount, formatDate } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { PageProps } from '../frame/page.ts'
import { PaneHead } from '../frame/pane.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { adminTexts } from './admin-texts.ts'
import { loadCompanies } from './companies.ts'
import { byPlan, bySite } from './company-filters.ts'
import { FilterForm } from './filter-form.tsx'
import { MoreLink } from './more-link.tsx'
import { adminMeta } from './open-admin.ts'

export const meta = adminMeta('companies')

export const loader = loadCompanies

/** Every company, with its plan on the site that is asked for. */
export default function CompaniesPage({ loaderData: data }: PageProps<typeof loader>) {
  const texts = adminTexts
  const words = texts.companies
  return (
    <AdminFrame>
      <PaneHead title={texts.pages.companies} />
      <FilterForm
        texts={texts}
        fields={[
          { name: 'q', label: words.find, type: 'search' },
          bySite(texts, data.sites),
          byPlan(texts, data.planIDs),
        ]}
      />
      <Table
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
