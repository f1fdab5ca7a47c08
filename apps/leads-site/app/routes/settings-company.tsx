import { loadCompany, submitCompany } from '@freeor/site-frame/settings/company'
import { CompanyPage } from '@freeor/site-frame/settings/company-page'
import { paneMeta } from '@freeor/site-frame/settings/open-pane'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/settings-company'

export const meta: Route.MetaFunction = () => paneMeta(site, 'company')

export const loader = (args: Route.LoaderArgs) => loadCompany(args)

export const action = (args: Route.ActionArgs) => submitCompany(site, args)

export default function SettingsCompany({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <CompanyPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
