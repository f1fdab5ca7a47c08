import { paneMeta } from '@freeor/site-frame/settings/open-pane'
import { loadUpdateEmail, submitUpdateEmail } from '@freeor/site-frame/settings/update-email'
import { UpdateEmailPage } from '@freeor/site-frame/settings/update-email-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/settings-update-email'

export const meta: Route.MetaFunction = () => paneMeta(site, 'update_email')

export const loader = (args: Route.LoaderArgs) => loadUpdateEmail(args)

export const action = (args: Route.ActionArgs) => submitUpdateEmail(site, args)

export default function SettingsUpdateEmail({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <UpdateEmailPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
