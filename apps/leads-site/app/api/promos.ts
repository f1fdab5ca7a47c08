import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { AccountPromo } from '@freeor/leads/promos/schema'

/** How many records a page of the list has. */
const PAGE = 50

/** Promo records of all accounts, newest first; `next` is where the next page begins. @throws ApiProblem */
export async function listAllPromos(
  api: ApiClient,
  { q, after }: { q: string; after: string },
): Promise<{ promos: AccountPromo[]; next: string | undefined }> {
  const query = { limit: PAGE, ...(q && { q }), ...(after && { after }) }
  const { promos } = unwrap(await api.GET('/api/admin/promos', { params: { query } }))
  return { promos, next: promos.length === PAGE ? promos.at(-1)?.id : undefined }
}
