import { type ApiClient, unwrap } from '@freeor/api-client/client'

export type ReportKind = 'search' | 'download'

/** Says what is wrong with a search or a download. */
export const makeReport = async (api: ApiClient, body: { kind: ReportKind; id: string; problem: string }) =>
  unwrap(await api.POST('/api/reports', { body }))

export const listOwnReports = async (api: ApiClient) => unwrap(await api.GET('/api/reports')).reports
export type OwnReport = Awaited<ReturnType<typeof listOwnReports>>[number]

export const listReports = async (api: ApiClient, state: 'open' | 'closed') =>
  unwrap(await api.GET('/api/admin/reports', { params: { query: { state } } })).reports
export type ReportDetails = Awaited<ReturnType<typeof listReports>>[number]

type Handling = { answer?: string; refund: boolean; close: boolean }

export const handleReport = async (api: ApiClient, reportId: string, body: Handling) =>
  unwrap(await api.POST('/api/admin/reports/{reportId}', { params: { path: { reportId } }, body }))
