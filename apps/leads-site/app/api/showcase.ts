import { type ApiClient, unwrap } from '@freeor/api-client/client'

/** What the landing page shows of a data set: real counts, real rows, contacts masked. */
export async function getShowcase(api: ApiClient) {
  return unwrap(await api.GET('/api/showcase'))
}
export type Showcase = Awaited<ReturnType<typeof getShowcase>>
