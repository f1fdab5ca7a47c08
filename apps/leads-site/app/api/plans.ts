import { type ApiClient, unwrap } from '@freeor/api-client/client'

export async function listPlans(api: ApiClient) {
  return unwrap(await api.GET('/api/plans')).plans
}
export type Plan = Awaited<ReturnType<typeof listPlans>>[number]
