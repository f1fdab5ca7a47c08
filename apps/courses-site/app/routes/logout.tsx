import { cookieHeaders, signOut } from '@freeor/api-client/account'
import { redirect } from 'react-router'
import { accountCall } from '../api/account.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/logout'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.nav.logout) }]

/** Logging out changes something, so a link to it does nothing. */
export const loader = () => redirect('/')

export async function action({ context }: Route.ActionArgs) {
  const outcome = await signOut(accountCall(context))
  return redirect('/', { headers: cookieHeaders(outcome.ok ? outcome.cookies : []) })
}

export default function Logout() {
  return null
}
