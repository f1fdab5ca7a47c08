import { loadChangePassword, submitChangePassword } from '@freeor/site-frame/settings/change-password'
import { ChangePasswordPage } from '@freeor/site-frame/settings/change-password-page'
import { paneMeta } from '@freeor/site-frame/settings/open-pane'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/settings-change-password'

export const meta: Route.MetaFunction = () => paneMeta(site, 'change_password')

export const loader = (args: Route.LoaderArgs) => loadChangePassword(args)

export const action = (args: Route.ActionArgs) => submitChangePassword(site, args)

export default function SettingsChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <ChangePasswordPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
