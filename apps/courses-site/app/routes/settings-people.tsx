import { loadPeople, submitPeople } from '@freeor/site-frame/people/people'
import { PeoplePage } from '@freeor/site-frame/people/people-page'
import { paneMeta } from '@freeor/site-frame/settings/open-pane'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/settings-people'

export const meta: Route.MetaFunction = () => paneMeta(site, 'people')

export const loader = (args: Route.LoaderArgs) => loadPeople(args)

export const action = (args: Route.ActionArgs) => submitPeople(site, args)

export default function SettingsPeople({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <PeoplePage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
