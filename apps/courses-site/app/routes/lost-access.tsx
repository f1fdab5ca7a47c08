import { loadLostAccess, submitLostAccess } from '@freeor/site-frame/people/lost-access'
import { LostAccessScreen } from '@freeor/site-frame/people/lost-access-screen'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/lost-access'

export const loader = (args: Route.LoaderArgs) => loadLostAccess(site, args)

export const action = (args: Route.ActionArgs) => submitLostAccess(site, args)

export default function LostAccess({ actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <LostAccessScreen site={site} answer={actionData} />
    </SiteFrame>
  )
}
