import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { DoNotCallRegistry } from '@freeor/leads/do-not-call/schema'

/** The do-not-call registry that numbers are marked by; null without one. */
export async function readDoNotCall(api: ApiClient): Promise<DoNotCallRegistry | null> {
  return unwrap(await api.GET('/api/do-not-call')).registry
}
