import { loadResetPassword, resetMeta, submitResetPassword } from '@freeor/site-frame/account/reset-password'
import { ResetPasswordPage } from '@freeor/site-frame/account/reset-password-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = () => resetMeta(site)

export const loader = (args: Route.LoaderArgs) => loadResetPassword(args)

export const action = (args: Route.ActionArgs) => submitResetPassword(site, args)

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <ResetPasswordPage site={site} state={loaderData} answer={actionData} />
    </SiteFrame>
  )
}
