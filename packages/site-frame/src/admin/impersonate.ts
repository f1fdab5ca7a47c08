import { type ApiClient, unwrap } from '@freeor/api-client/client'

/**
 * Makes the visitor's session the person's.
 * @returns the cookies for the browser. @throws ApiProblem
 */
export async function startImpersonation(
  api: ApiClient,
  body: { userId: string; reason: string },
): Promise<string[]> {
  const started = await api.POST('/api/admin/impersonation', { body })
  unwrap(started)
  return started.response.headers.getSetCookie()
}
