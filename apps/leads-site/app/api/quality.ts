import { type ApiClient, unwrap } from '@freeor/api-client/client'

/** How good a dataset is. @throws ApiProblem 404 when there is none of this id */
export async function getQuality(api: ApiClient, dictId: string) {
  return unwrap(await api.GET('/api/dictionaries/{dictId}/quality', { params: { path: { dictId } } }))
}
export type Quality = Awaited<ReturnType<typeof getQuality>>

/** The same of the sample data, for everyone; null where there is none. */
export async function getSampleQuality(api: ApiClient): Promise<Quality | null> {
  return unwrap(await api.GET('/api/showcase/quality')).quality
}
