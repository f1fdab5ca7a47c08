import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { Download, DownloadRequest, OfferedQuote } from '@freeor/leads/downloads/schema'

type Body = Required<DownloadRequest>

export async function quoteDownload(
  api: ApiClient,
  request: DownloadRequest,
  signal?: AbortSignal,
): Promise<OfferedQuote> {
  return unwrap(
    await api.POST('/api/downloads/quote', { body: request as Body, ...(signal ? { signal } : {}) }),
  ) as OfferedQuote
}

/** Reserves the credits and starts the file. The same key again gives the same download. */
export async function startDownload(
  api: ApiClient,
  request: DownloadRequest,
  key: string,
): Promise<Download> {
  return unwrap(
    await api.POST('/api/downloads', {
      headers: { 'idempotency-key': key },
      body: request as Body,
    }),
  ) as Download
}

/** Sends leads of a file back whose contacts do not work. */
export const returnLeads = async (
  api: ApiClient,
  downloadId: string,
  body: { contacts: string[]; problem: string },
) => unwrap(await api.POST('/api/downloads/{downloadId}/returns', { params: { path: { downloadId } }, body }))
export type Returned = Awaited<ReturnType<typeof returnLeads>>

export async function listDownloads(api: ApiClient): Promise<Download[]> {
  return unwrap(await api.GET('/api/downloads')).downloads as Download[]
}

export async function getDownload(api: ApiClient, id: string, signal?: AbortSignal): Promise<Download> {
  return unwrap(
    await api.GET('/api/downloads/{downloadId}', {
      params: { path: { downloadId: id } },
      ...(signal ? { signal } : {}),
    }),
  ) as Download
}

/** Where the receipt of a ready download is. */
export const downloadReceipt = (id: string): string => `/api/downloads/${encodeURIComponent(id)}/receipt`

/** Where the file of a ready download is. */
export const downloadFile = (id: string): string => `/api/downloads/${encodeURIComponent(id)}/file`
