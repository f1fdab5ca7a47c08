import { loadDeleteAccount, submitDeleteAccount } from '@freeor/site-frame/settings/delete-account'
import { DeleteAccountPage } from '@freeor/site-frame/settings/delete-account-page'
import { paneMeta } from '@freeor/site-frame/settings/open-pane'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/settings-delete-account'

export const meta: Route.MetaFunction = () => paneMeta(site, 'delete_account')

export const loader = (args: Route.LoaderArgs) => loadDeleteAccount(args)

export const action = (args: Route.ActionArgs) => submitDeleteAccount(site, args)

export default function SettingsDeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <DeleteAccountPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
