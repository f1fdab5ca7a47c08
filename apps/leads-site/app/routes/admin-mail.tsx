import { loadMail } from '@freeor/site-frame/admin/mail'
import { MailPage } from '@freeor/site-frame/admin/mail-page'
import { adminMeta } from '@freeor/site-frame/admin/open-admin'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/admin-mail'

export const meta: Route.MetaFunction = () => adminMeta(site, 'mail')

export const loader = (args: Route.LoaderArgs) => loadMail(args)

export default function AdminMail({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <MailPage site={site} data={loaderData} />
    </SiteFrame>
  )
}
