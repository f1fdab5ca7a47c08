import { type ApiClient, readProblem, unwrap } from '@freeor/api-client/client'
import type { OptOut, OptOutsAdded } from '@freeor/leads/opt-outs/schema'

/** The newest entries, or with a text those that it is on the list as. */
export async function listOptOuts(
  api: ApiClient,
  q: string | undefined,
): Promise<{ total: number; optOuts: OptOut[] }> {
  const query = q === undefined ? {} : { q }
  return unwrap(await api.GET('/api/opt-outs', { params: { query } }))
}

export async function addOptOuts(
  api: ApiClient,
  entry: { text: string; reason: string },
): Promise<OptOutsAdded> {
  return unwrap(await api.POST('/api/opt-outs', { body: entry }))
}

export async function removeOptOut(api: ApiClient, optOutId: string, reason: string): Promise<void> {
  const { response } = await api.POST('/api/opt-outs/{optOutId}/remove', {
    params: { path: { optOutId } },
    body: { reason },
  })
  if (!response.ok) throw await readProblem(response)
}
