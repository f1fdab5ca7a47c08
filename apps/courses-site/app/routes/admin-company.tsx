import { loadCompanyRecord, submitCompanyRecord } from '@freeor/site-frame/admin/company'
import { CompanyRecordPage } from '@freeor/site-frame/admin/company-record-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/admin-company'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: site.texts.titleOf(loaderData?.company.name ?? site.texts.operator.pages.companies) },
]

export const loader = (args: Route.LoaderArgs) => loadCompanyRecord(args)

export const action = (args: Route.ActionArgs) => submitCompanyRecord(site, args)

export default function AdminCompany({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <CompanyRecordPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
