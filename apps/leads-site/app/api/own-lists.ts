import { type ApiClient, ApiProblem, readProblem, unwrap } from '@freeor/api-client/client'
import type { OwnList, OwnListChange, OwnListMatch } from '@freeor/leads/own-lists/schema'

const at = (ownListId: string) => ({ path: { ownListId } })

export async function listOwnLists(api: ApiClient): Promise<OwnList[]> {
  return unwrap(await api.GET('/api/own-lists')).lists as OwnList[]
}

/** Sends a file, and tells the share of it that has arrived. @throws ApiProblem when the API refuses it */
export async function addOwnList(
  name: string,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<OwnList> {
  const { status, body } = await new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, body: request.response })
    request.onerror = () => reject(new Error('The file could not be sent.'))
    request.open('POST', `/api/own-lists?${new URLSearchParams({ name })}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(file)
  })
  if (status !== 201) throw new ApiProblem(status, (body ?? {}) as Record<string, unknown>)
  return body as OwnList
}

export async function changeOwnList(
  api: ApiClient,
  ownListId: string,
  change: OwnListChange,
): Promise<OwnList> {
  const body = change as Required<OwnListChange>
  return unwrap(await api.PATCH('/api/own-lists/{ownListId}', { params: at(ownListId), body })) as OwnList
}

export async function matchOwnList(api: ApiClient, ownListId: string, dictId: string): Promise<OwnListMatch> {
  return unwrap(
    await api.POST('/api/own-lists/{ownListId}/match', { params: at(ownListId), body: { dictId } }),
  ) as OwnListMatch
}

export async function deleteOwnList(api: ApiClient, ownListId: string): Promise<void> {
  const { response } = await api.DELETE('/api/own-lists/{ownListId}', { params: at(ownListId) })
  if (!response.ok) throw await readProblem(response)
}

/** Where a list's own rows are, with these columns of the dataset. */
export const filledFile = (ownListId: string, dictId: string, columns: readonly string[]): string =>
  `/api/own-lists/${encodeURIComponent(ownListId)}/file?${new URLSearchParams({ dictId, columns: columns.join(',') })}`
