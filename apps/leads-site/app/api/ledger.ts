import { type ApiClient, unwrap } from '@freeor/api-client/client'

/** Entries of the credit ledger, newest first; those before a `sequence` when one is given. */
export async function listLedger(api: ApiClient, page: { limit: number; before?: number }) {
  return unwrap(await api.GET('/api/ledger', { params: { query: page } })).entries
}
export type LedgerEntry = Awaited<ReturnType<typeof listLedger>>[number]

/** Leads used in the last twelve months, by month and by person. */
export async function readUseOverTime(api: ApiClient) {
  return unwrap(await api.GET('/api/ledger/months'))
}
export type UseOverTime = Awaited<ReturnType<typeof readUseOverTime>>

/** Leads used on each day of the running period. */
export async function readUse(api: ApiClient) {
  return unwrap(await api.GET('/api/ledger/use'))
}
export type LedgerUse = Awaited<ReturnType<typeof readUse>>
