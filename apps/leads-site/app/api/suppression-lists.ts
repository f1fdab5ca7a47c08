import { type ApiClient, ApiProblem, readProblem, unwrap } from '@freeor/api-client/client'
import type { SuppressionList } from '@freeor/leads/suppression/schema'

const at = (listId: string) => ({ path: { listId } })

export async function listSuppressionLists(api: ApiClient): Promise<SuppressionList[]> {
  return unwrap(await api.GET('/api/suppression-lists')).lists
}

/** Sends a list as it is. @throws ApiProblem when the API refuses it */
export async function addSuppressionList(name: string, file: Blob): Promise<SuppressionList> {
  const answer = await fetch(`/api/suppression-lists?${new URLSearchParams({ name })}`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const body: unknown = await answer.json()
  if (!answer.ok) throw new ApiProblem(answer.status, body as Record<string, unknown>)
  return body as SuppressionList
}

export async function applySuppressionList(
  api: ApiClient,
  listId: string,
  profiles: string[],
): Promise<void> {
  unwrap(await api.POST('/api/suppression-lists/{listId}/apply', { params: at(listId), body: { profiles } }))
}

export async function renameSuppressionList(api: ApiClient, listId: string, name: string): Promise<void> {
  unwrap(await api.PATCH('/api/suppression-lists/{listId}', { params: at(listId), body: { name } }))
}

export async function deleteSuppressionList(api: ApiClient, listId: string): Promise<void> {
  const { response } = await api.DELETE('/api/suppression-lists/{listId}', { params: at(listId) })
  if (!response.ok) throw await readProblem(response)
}

export async function restoreSuppressionList(api: ApiClient, listId: string): Promise<void> {
  unwrap(await api.POST('/api/suppression-lists/{listId}/restore', { params: at(listId) }))
}
