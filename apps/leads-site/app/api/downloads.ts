import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { Download, DownloadRequest, ListedDownload, OfferedQuote } from '@freeor/leads/downloads/schema'

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

/** A page of the company's files, newest first. */
export type DownloadPage = { downloads: ListedDownload[]; hasOlder: boolean }

/** Those with a whole page behind them are told by one more that is asked for. */
const pageSize = 50

/** One's own files or the others' of the company; `after` is the id of the last one already seen. */
export async function listDownloads(
  api: ApiClient,
  whose: 'mine' | 'colleagues',
  after?: string,
): Promise<DownloadPage> {
  const query = { whose, limit: pageSize + 1, ...(after !== undefined && { after }) }
  const found = unwrap(await api.GET('/api/downloads', { params: { query } })).downloads as ListedDownload[]
  return { downloads: found.slice(0, pageSize), hasOlder: found.length > pageSize }
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
