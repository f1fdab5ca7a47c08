import { loadSignup, submitSignup } from '@freeor/site-frame/account/signup'
import { SignupPage } from '@freeor/site-frame/account/signup-page'
import { publicMeta } from '@freeor/site-frame/frame/public-meta'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/signup'

export const meta: Route.MetaFunction = () => publicMeta(site, site.texts.signup)

export const loader = (args: Route.LoaderArgs) => loadSignup(site, args)

export const action = (args: Route.ActionArgs) => submitSignup(site, args)

export default function Signup({ actionData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <SignupPage site={site} answer={actionData} />
    </SiteFrame>
  )
}
