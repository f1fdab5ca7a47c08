import { loadAudit } from '@freeor/site-frame/admin/audit'
import { AuditPage } from '@freeor/site-frame/admin/audit-page'
import { adminMeta } from '@freeor/site-frame/admin/open-admin'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/admin-audit'

export const meta: Route.MetaFunction = () => adminMeta(site, 'audit')

export const loader = (args: Route.LoaderArgs) => loadAudit(args)

export default function AdminAudit({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <AuditPage site={site} data={loaderData} />
    </SiteFrame>
  )
}
