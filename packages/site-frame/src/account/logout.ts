import { cookieHeaders, signOut } from '@freeor/api-client/account'
import { redirect } from 'react-router'
import { accountCall } from '../frame/api.ts'
import { titleMeta } from '../frame/page-meta.ts'
import type { PageRequest } from '../frame/request-context.ts'

export const meta = titleMeta((texts) => texts.nav.logout)

/** Logging out changes something, so opening its address by a link does nothing. */
export const loader = () => redirect('/')

/** Ends the session and goes to the front page. */
export async function action({ context }: Pick<PageRequest, 'context'>) {
  const outcome = await signOut(accountCall(context))
  return redirect('/', { headers: cookieHeaders(outcome.ok ? outcome.cookies : []) })
}

/** With a component, a failed log-out shows an error screen instead of a bare answer. */
export default function Logout() {
  return null
}
