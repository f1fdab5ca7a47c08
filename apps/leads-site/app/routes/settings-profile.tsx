import { paneMeta } from '@freeor/site-frame/settings/open-pane'
import { loadProfile, submitProfile } from '@freeor/site-frame/settings/profile'
import { ProfilePage } from '@freeor/site-frame/settings/profile-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/settings-profile'

export const meta: Route.MetaFunction = () => paneMeta(site, 'profile')

export const loader = (args: Route.LoaderArgs) => loadProfile(args)

export const action = (args: Route.ActionArgs) => submitProfile(site, args)

export default function SettingsProfile({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <ProfilePage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
