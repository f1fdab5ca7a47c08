import { loadErrors, submitErrors } from '@freeor/site-frame/admin/errors'
import { ErrorsPage } from '@freeor/site-frame/admin/errors-page'
import { adminMeta } from '@freeor/site-frame/admin/open-admin'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/admin-errors'

export const meta: Route.MetaFunction = () => adminMeta(site, 'errors')

export const loader = (args: Route.LoaderArgs) => loadErrors(args)

export const action = (args: Route.ActionArgs) => submitErrors(site, args)

export default function AdminErrors({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <ErrorsPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
