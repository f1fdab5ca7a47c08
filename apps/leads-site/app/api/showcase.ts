import { type ApiClient, unwrap } from '@freeor/api-client/client'

/** What the landing page shows of the sample: real counts, real rows, contacts masked. Null without a sample. */
export async function getShowcase(api: ApiClient) {
  return unwrap(await api.GET('/api/showcase')).showcase
}
export type Showcase = NonNullable<Awaited<ReturnType<typeof getShowcase>>>
