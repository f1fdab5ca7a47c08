import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { Dictionary } from '@freeor/leads/schema'

export async function listDictionaries(api: ApiClient): Promise<Dictionary[]> {
  return unwrap(await api.GET('/api/dictionaries')).dictionaries as Dictionary[]
}

/** @throws ApiProblem 404 when there is none of this id */
export async function getDictionary(api: ApiClient, dictId: string): Promise<Dictionary> {
  return unwrap(await api.GET('/api/dictionaries/{dictId}', { params: { path: { dictId } } })) as Dictionary
}
