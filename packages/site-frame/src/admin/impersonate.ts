import { cookieHeaders } from '@freeor/api-client/account'
import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'

/** A link to it does nothing. */
export const ignoreImpersonationLink = () => redirect('/')

/**
 * Makes the visitor's session the person's.
 * @returns the cookies for the browser. @throws ApiProblem
 */
export async function startImpersonation(
  api: ApiClient,
  body: { userId: string; reason: string },
): Promise<string[]> {
  const started = await api.POST('/api/operator/impersonation', { body })
  unwrap(started)
  return started.response.headers.getSetCookie()
}

/** Ends the impersonation; the super admin is back among the people of the admin area. */
export async function submitImpersonation({ context }: Pick<PageRequest, 'context'>) {
  const stopped = await serverApi(context).DELETE('/api/operator/impersonation')
  const { isRestored } = await forPage(context, Promise.resolve(stopped).then(unwrap))
  const headers = cookieHeaders(stopped.response.headers.getSetCookie())
  return redirect(isRestored ? '/admin/users' : '/login', { headers })
}
