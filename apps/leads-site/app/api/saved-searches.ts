import { type ApiClient, ApiProblem, readProblem, unwrap } from '@freeor/api-client/client'
import type { SavedSearch } from '@freeor/leads/saved-searches/schema'

export type SearchLists = { savedSearches: SavedSearch[]; companySearches: SavedSearch[] }

/** The person's own, and those that colleagues let the company see. */
export async function listAllSearches(api: ApiClient): Promise<SearchLists> {
  return unwrap(await api.GET('/api/saved-searches')) as SearchLists
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
  const whatElse = { notes: '', tags: [], visibleToCompany: false }
  return unwrap(await api.POST('/api/saved-searches', { body: { ...whatElse, ...input } })) as SavedSearch
}

export type SavedSearchEdit = {
  searchName: string
  notes: string
  tags: string[]
  visibleToCompany: boolean
}

export type WrittenOfSearch = Omit<SavedSearchEdit, 'visibleToCompany'>

/** What a search says where a change was refused, as another window had changed it. */
export const searchInstead = (error: unknown): WrittenOfSearch | undefined =>
  error instanceof ApiProblem && error.code === 'conflict' && error.details.now
    ? (error.details.now as WrittenOfSearch)
    : undefined

export async function changeSavedSearch(
  api: ApiClient,
  id: string,
  body: Partial<SavedSearchEdit> & { before?: Partial<WrittenOfSearch> },
): Promise<SavedSearch> {
  const params = { path: { searchId: id } }
  return unwrap(await api.PATCH('/api/saved-searches/{searchId}', { params, body })) as SavedSearch
}

export async function duplicateSavedSearch(api: ApiClient, id: string): Promise<SavedSearch> {
  const params = { path: { searchId: id } }
  return unwrap(await api.POST('/api/saved-searches/{searchId}/duplicate', { params })) as SavedSearch
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

/** What became of a saved search since one last looked at it, and since it was last downloaded. */
export async function readSearchChanges(api: ApiClient, id: string) {
  const params = { path: { searchId: id } }
  return unwrap(await api.GET('/api/saved-searches/{searchId}/changes', { params }))
}
export type SearchChanges = Awaited<ReturnType<typeof readSearchChanges>>

export async function recordLook(api: ApiClient, id: string, version: number): Promise<void> {
  const params = { path: { searchId: id } }
  const { response } = await api.POST('/api/saved-searches/{searchId}/looks', { params, body: { version } })
  if (!response.ok) throw await readProblem(response)
}

/** What two saved searches of a dataset find alone and together. */
export async function compareSearches(api: ApiClient, first: string, second: string) {
  const params = { path: { searchId: first }, query: { with: second } }
  return unwrap(await api.GET('/api/saved-searches/{searchId}/comparison', { params }))
}
export type SearchComparison = Awaited<ReturnType<typeof compareSearches>>
