import { type ApiClient, unwrap } from '@freeor/api-client/client'

/** The columns that this person's table of a dataset shows, in order; null: as the dictionary has them. */
export async function readColumnChoice(api: ApiClient, dictId: string): Promise<string[] | null> {
  return unwrap(await api.GET('/api/dictionaries/{dictId}/columns', { params: { path: { dictId } } })).columns
}

/**
 * Reaches the server also when the page is left now.
 * @throws ApiProblem
 */
export async function keepColumnChoice(
  api: ApiClient,
  { dictId, columns }: { dictId: string; columns: string[] | null },
): Promise<void> {
  const params = { path: { dictId } }
  const put = { params, body: { columns }, keepalive: true }
  unwrap(await api.PUT('/api/dictionaries/{dictId}/columns', put))
}
