import { invitationMeta, loadInvitation, submitInvitation } from '@freeor/site-frame/people/invitation'
import { InvitationPage } from '@freeor/site-frame/people/invitation-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/invitation'

export const meta: Route.MetaFunction = () => invitationMeta(site)

export const loader = (args: Route.LoaderArgs) => loadInvitation(args)

export const action = (args: Route.ActionArgs) => submitInvitation(site, args)

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <InvitationPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
