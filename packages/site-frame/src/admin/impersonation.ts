import { cookieHeaders } from '@freeor/api-client/account'
import { unwrap } from '@freeor/api-client/client'
import { redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'

/** Opening it by a link does nothing. */
export const loader = () => redirect('/')

/** Ends the impersonation. The super admin returns to the users page, or to the log-in where their own session is over. */
export async function action({ context }: Pick<PageRequest, 'context'>) {
  const stopped = await serverApi(context).DELETE('/api/admin/impersonation')
  const { isRestored } = await forPage(context, Promise.resolve(stopped).then(unwrap))
  const headers = cookieHeaders(stopped.response.headers.getSetCookie())
  return redirect(isRestored ? '/admin/users' : '/login', { headers })
}
