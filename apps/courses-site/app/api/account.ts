import type { AccountCall } from '@freeor/api-client/account'
import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { RouterContextProvider } from 'react-router'
import { requestContext } from '../request-context.ts'

/** Who is here, with their company and what it may still download. */
export async function getMe(api: ApiClient) {
  return unwrap(await api.GET('/api/me'))
}
export type Me = Awaited<ReturnType<typeof getMe>>

/** How an action reaches the account calls. */
export function accountCall(context: Readonly<RouterContextProvider>): AccountCall {
  const { apiFetch, coursesUrl } = context.get(requestContext)
  return { fetch: apiFetch, origin: coursesUrl }
}
