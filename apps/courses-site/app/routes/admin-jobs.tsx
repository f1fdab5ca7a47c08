import { loadJobs, submitJobs } from '@freeor/site-frame/admin/jobs'
import { JobsPage } from '@freeor/site-frame/admin/jobs-page'
import { adminMeta } from '@freeor/site-frame/admin/open-admin'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/admin-jobs'

export const meta: Route.MetaFunction = () => adminMeta(site, 'jobs')

export const loader = (args: Route.LoaderArgs) => loadJobs(args)

export const action = (args: Route.ActionArgs) => submitJobs(site, args)

export default function AdminJobs({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <JobsPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
