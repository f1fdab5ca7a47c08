import { loadVerifyAccount, submitVerifyAccount, verifyMeta } from '@freeor/site-frame/account/verify-account'
import { VerifyAccountPage } from '@freeor/site-frame/account/verify-account-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/verify-account'

export const meta: Route.MetaFunction = () => verifyMeta(site)

export const loader = (args: Route.LoaderArgs) => loadVerifyAccount(site, args)

export const action = (args: Route.ActionArgs) => submitVerifyAccount(site, args)

export default function VerifyAccount({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <VerifyAccountPage site={site} data={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
