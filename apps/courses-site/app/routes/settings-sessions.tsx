import { paneMeta } from '@freeor/site-frame/settings/open-pane'
import { loadSessions, submitSessions } from '@freeor/site-frame/settings/sessions'
import { SessionsPage } from '@freeor/site-frame/settings/sessions-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/settings-sessions'

export const meta: Route.MetaFunction = () => paneMeta(site, 'sessions')

export const loader = (args: Route.LoaderArgs) => loadSessions(args)

export const action = (args: Route.ActionArgs) => submitSessions(site, args)

export default function SettingsSessions({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <SessionsPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
