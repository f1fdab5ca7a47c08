import { loadUser, submitUser } from '@freeor/site-frame/admin/user'
import { UserPage } from '@freeor/site-frame/admin/user-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/admin-user'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: site.texts.titleOf(loaderData?.user.email ?? site.texts.operator.pages.users) },
]

export const loader = (args: Route.LoaderArgs) => loadUser(args)

export const action = (args: Route.ActionArgs) => submitUser(site, args)

export default function AdminUser({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <UserPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
