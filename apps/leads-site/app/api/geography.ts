import { type ApiClient, unwrap } from '@freeor/api-client/client'

export async function listCounties(api: ApiClient, state: string) {
  return unwrap(await api.GET('/api/geography/counties', { params: { query: { state } } })).counties
}

/** Cities, counties and ZIPs by the start of their name, each with its clause in the query language. */
export async function searchPlaces(api: ApiClient, q: string, signal?: AbortSignal) {
  const answer = await api.GET('/api/geography/places', {
    params: { query: { q } },
    ...(signal ? { signal } : {}),
  })
  return unwrap(answer).places
}

/** Keeps a long ZIP list; the query refers to it by its id. */
export async function uploadZipList(api: ApiClient, text: string) {
  return unwrap(await api.POST('/api/zip-lists', { body: { text } }))
}
