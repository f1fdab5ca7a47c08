import { loadCompanies } from '@freeor/site-frame/admin/companies'
import { CompaniesPage } from '@freeor/site-frame/admin/companies-page'
import { adminMeta } from '@freeor/site-frame/admin/open-admin'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/admin-companies'

export const meta: Route.MetaFunction = () => adminMeta(site, 'companies')

export const loader = (args: Route.LoaderArgs) => loadCompanies(args)

export default function AdminCompanies({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <CompaniesPage site={site} data={loaderData} />
    </SiteFrame>
  )
}
