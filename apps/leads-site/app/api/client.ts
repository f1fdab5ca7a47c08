import { type ApiClient, createApiClient } from '@freeor/api-client/client'
import type { RouterContextProvider } from 'react-router'
import { requestContext } from '../request-context.ts'

/** The API in process, as this request's visitor. */
export function serverApi(context: Readonly<RouterContextProvider>): ApiClient {
  const { apiFetch, leadsUrl } = context.get(requestContext)
  return createApiClient({ fetch: apiFetch, baseUrl: leadsUrl })
}

/** The API over HTTP, from the page. */
export const browserApi = (): ApiClient => createApiClient({ fetch: (input, init) => fetch(input, init) })
