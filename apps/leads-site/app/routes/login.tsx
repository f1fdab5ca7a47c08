import { loadForStrangers, submitLogin } from '@freeor/site-frame/account/login'
import { LoginPage } from '@freeor/site-frame/account/login-page'
import { publicMeta } from '@freeor/site-frame/frame/public-meta'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/login'

export const meta: Route.MetaFunction = () => publicMeta(site, site.texts.login)

export const loader = (args: Route.LoaderArgs) => loadForStrangers(site, args)

export const action = (args: Route.ActionArgs) => submitLogin(site, args)

export default function Login({ actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <LoginPage site={site} answer={actionData} />
    </SiteFrame>
  )
}
