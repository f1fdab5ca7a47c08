import { loadForStrangers, submitLogin } from '@freeor/site-frame/account/login'
import { LoginPage } from '@freeor/site-frame/account/login-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/login'

export const meta: Route.MetaFunction = () => [{ title: site.texts.titleOf(site.texts.login.title) }]

export const loader = (args: Route.LoaderArgs) => loadForStrangers(site, args)

export const action = (args: Route.ActionArgs) => submitLogin(site, args)

export default function Login({ actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <LoginPage site={site} answer={actionData} />
    </SiteFrame>
  )
}
