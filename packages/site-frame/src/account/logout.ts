import { cookieHeaders, signOut } from '@freeor/api-client/account'
import { redirect } from 'react-router'
import { accountCall } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'

/** Logging out changes something, so a link to it does nothing. */
export const ignoreLogoutLink = () => redirect('/')

/** Ends the session and goes to the front page. */
export async function submitLogout({ context }: Pick<PageRequest, 'context'>) {
  const outcome = await signOut(accountCall(context))
  return redirect('/', { headers: cookieHeaders(outcome.ok ? outcome.cookies : []) })
}
