import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { DropReport } from '@freeor/leads/drop/schema'

export async function readDrop(api: ApiClient): Promise<DropReport> {
  return unwrap(await api.GET('/api/drop'))
}

/** Fetches the lists now, or goes on with a cycle that waits. */
export async function beginDrop(api: ApiClient): Promise<void> {
  unwrap(await api.POST('/api/drop'))
}

type Exemption = { readonly hash: string; readonly reason: string }

export async function addDropExemption(api: ApiClient, body: Exemption): Promise<void> {
  unwrap(await api.POST('/api/drop/exemptions', { body }))
}

export async function endDropExemption(api: ApiClient, body: Exemption): Promise<void> {
  unwrap(await api.POST('/api/drop/exemptions/end', { body }))
}
