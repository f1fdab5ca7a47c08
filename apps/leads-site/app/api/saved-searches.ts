import { type ApiClient, readProblem, unwrap } from '@freeor/api-client/client'
import type { SavedSearch } from '@freeor/leads/schema'

export async function listSavedSearches(api: ApiClient): Promise<SavedSearch[]> {
  return unwrap(await api.GET('/api/saved-searches')).savedSearches as SavedSearch[]
}

export async function getSavedSearch(api: ApiClient, id: string): Promise<SavedSearch> {
  return unwrap(
    await api.GET('/api/saved-searches/{searchId}', { params: { path: { searchId: id } } }),
  ) as SavedSearch
}

export type SavedSearchInput = {
  searchName: string
  dictId: string
  filter: string
  dslFilter: string
  q: string
}

export async function saveSearch(api: ApiClient, input: SavedSearchInput): Promise<SavedSearch> {
  return unwrap(await api.POST('/api/saved-searches', { body: input })) as SavedSearch
}

export async function renameSavedSearch(
  api: ApiClient,
  id: string,
  searchName: string,
): Promise<SavedSearch> {
  const params = { path: { searchId: id } }
  return unwrap(
    await api.PATCH('/api/saved-searches/{searchId}', { params, body: { searchName } }),
  ) as SavedSearch
}

/** Restores one that was deleted in the last day. */
export async function restoreSavedSearch(api: ApiClient, id: string): Promise<SavedSearch> {
  const params = { path: { searchId: id } }
  return unwrap(await api.POST('/api/saved-searches/{searchId}/restore', { params })) as SavedSearch
}

/** Those of a user, for a super admin. */
export async function listSearchesOf(api: ApiClient, userId: string): Promise<SavedSearch[]> {
  const params = { path: { userId } }
  return unwrap(await api.GET('/api/admin/users/{userId}/saved-searches', { params }))
    .savedSearches as SavedSearch[]
}

export async function deleteSavedSearch(api: ApiClient, id: string): Promise<void> {
  const { response } = await api.DELETE('/api/saved-searches/{searchId}', {
    params: { path: { searchId: id } },
  })
  if (!response.ok) throw await readProblem(response)
}
