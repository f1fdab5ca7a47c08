import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { DownloadRequest } from '@freeor/leads/downloads/schema'
import { expectDone } from '@freeor/site-frame/frame/answer'

export async function readSpending(api: ApiClient) {
  return unwrap(await api.GET('/api/spending'))
}
export type Spending = Awaited<ReturnType<typeof readSpending>>
export type MemberSpending = Spending['members'][number]
export type DownloadApproval = Spending['approvals'][number]

/** With null a member may take as many leads as the company has. */
export async function setSpendingLimit(
  api: ApiClient,
  memberId: string,
  leads: number | null,
): Promise<void> {
  expectDone(
    await api.PUT('/api/spending/limits/{memberId}', { params: { path: { memberId } }, body: { leads } }),
  )
}

const named = (approvalId: string) => ({ params: { path: { approvalId } } })

/** Asks for a download above one's limit. */
export async function askForApproval(api: ApiClient, order: DownloadRequest, note: string) {
  const body = { order: order as Required<DownloadRequest>, note }
  return unwrap(await api.POST('/api/download-approvals', { body }))
}

export async function approveDownload(api: ApiClient, id: string): Promise<void> {
  unwrap(await api.POST('/api/download-approvals/{approvalId}/approve', named(id)))
}

export async function refuseDownload(api: ApiClient, id: string, reason: string): Promise<void> {
  unwrap(await api.POST('/api/download-approvals/{approvalId}/refuse', { ...named(id), body: { reason } }))
}

export async function withdrawRequest(api: ApiClient, id: string): Promise<void> {
  unwrap(await api.POST('/api/download-approvals/{approvalId}/withdraw', named(id)))
}
