import type { AccountCall } from '@freeor/api-client/account'
import { type ApiClient, createApiClient } from '@freeor/api-client/client'
import { type PageContext, requestContext } from './request-context.ts'

/** The API in process, as this request's visitor. */
export function serverApi(context: PageContext): ApiClient {
  const { apiFetch, siteUrl } = context.get(requestContext)
  return createApiClient({ fetch: apiFetch, baseUrl: siteUrl })
}

/** The API over HTTP, from the page. */
export const browserApi = (): ApiClient => createApiClient({ fetch: (input, init) => fetch(input, init) })

/** How an action reaches the account calls. */
export function accountCall(context: PageContext): AccountCall {
  const { apiFetch, siteUrl } = context.get(requestContext)
  return { fetch: apiFetch, origin: siteUrl }
}
