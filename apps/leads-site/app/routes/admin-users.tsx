import { adminMeta } from '@freeor/site-frame/admin/open-admin'
import { loadUsers } from '@freeor/site-frame/admin/users'
import { UsersPage } from '@freeor/site-frame/admin/users-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/admin-users'

export const meta: Route.MetaFunction = () => adminMeta(site, 'users')

export const loader = (args: Route.LoaderArgs) => loadUsers(args)

export default function AdminUsers({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <UsersPage site={site} data={loaderData} />
    </SiteFrame>
  )
}
