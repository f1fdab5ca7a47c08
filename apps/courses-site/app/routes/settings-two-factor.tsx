import { paneMeta } from '@freeor/site-frame/settings/open-pane'
import { loadTwoFactor, submitTwoFactor } from '@freeor/site-frame/settings/two-factor'
import { TwoFactorPage } from '@freeor/site-frame/settings/two-factor-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/settings-two-factor'

export const meta: Route.MetaFunction = () => paneMeta(site, 'two_factor')

export const loader = (args: Route.LoaderArgs) => loadTwoFactor(args)

export const action = (args: Route.ActionArgs) => submitTwoFactor(site, args)

export default function SettingsTwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <TwoFactorPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
