import { ignoreLogoutLink, submitLogout } from '@freeor/site-frame/account/logout'
import { site } from '../site.ts'
import type { Route } from './+types/logout'

export const meta: Route.MetaFunction = () => [{ title: site.texts.titleOf(site.texts.nav.logout) }]

export const loader = ignoreLogoutLink

export const action = (args: Route.ActionArgs) => submitLogout(args)

export default function Logout() {
  return null
}
