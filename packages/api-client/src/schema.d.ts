import type {
  Dictionary, Download, DownloadQuote, DownloadRequest, SavedSearch, SearchAnswer, SearchRequest, Column, LeadRow,
} from '@freeor/leads/schema'

type Json<T> = { headers: { [name: string]: unknown }; content: { 'application/json': T } }
type Problem = { headers: { [name: string]: unknown }; content: { 'application/problem+json': Record<string, unknown> } }
type Op<P, B, A> = {
  parameters: P
  requestBody: B extends never ? never : { content: { 'application/json': B } }
  responses: { 200: Json<A>; default: Problem }
}
type Get<A, P = { query?: never; path?: never; header?: never; cookie?: never }> = {
  parameters: P
  requestBody?: never
  responses: { 200: Json<A>; default: Problem }
}
type Post<B, A, P = { query?: never; path?: never; header?: never; cookie?: never }> = Op<P, B, A>
type Id<K extends string> = { query?: never; header?: never; cookie?: never; path: { [key in K]: string } }
type Path<Ops> = Ops & { parameters: { query?: never; header?: never; path?: never; cookie?: never } }

export interface Me {
  user: { id: string; email: string; name: string; superAdmin: boolean; emailVerified: boolean } | null
  company: { id: string; name: string; role: string } | null
  allowance: {
    planID: string; leads: number; leadsRemaining: number; downloadLimit: number
    searchSuppressions: boolean; includesRollover: boolean; billing_cycle_anchor: number
  } | null
}
export interface Plan {
  planID: string; shortname: string; description: string; price: number; leads: number; downloadLimit: number
  includesRollover: boolean; searchSuppressions: boolean; seats?: number
}
export interface Place { label: string; clause: string }
export interface Showcase {
  dictionary: { dictId: string; name: string; rows: number }
  count: number
  states: { value: string; count: number }[]
  columns: { key: string; label: string }[]
  rows: LeadRow[]
}
export interface ImportProposal {
  name: string; bytes: number; isGzipped: boolean; encoding: string; delimiter: string; hasHeader: boolean
  header: string[]; columns: Column[]; rows: string[][]; goneColumns: string[]; warnings: string[]
}
export interface ImportRun {
  id: string; dictId: string; fileName: string; state: 'running' | 'done' | 'failed' | 'cancelled'; createdAt: string; endedAt: string | null
  progress: { bytesDone: number; bytesTotal: number; rows: number; rowsPerSecond: number; secondsLeft: number | null; phase: string }
  report: { rowsIn: number; rowsStored: number; rowsRejected: number; rejectsFile: string | null; seconds: number; version: number; warnings: string[] } | null
  failure: string | null
}
export interface MailSummary {
  id: string; to: string; subject: string; template: string; state: string; createdAt: string; sentAt: string | null
  lastError: string | null
}

export interface paths {
  '/api/me': Path<{ get: Get<Me> }>
  '/api/plans': Path<{ get: Get<{ plans: Plan[] }> }>
  '/api/showcase': Path<{ get: Get<{ showcase: Showcase | null }> }>
  '/api/dictionaries': Path<{ get: Get<{ dictionaries: Dictionary[] }> }>
  '/api/dictionaries/{dictId}': Path<{ get: Get<Dictionary, Id<'dictId'>> }>
  '/api/search/{dictId}': Path<{ post: Post<SearchRequest, SearchAnswer, Id<'dictId'>> }>
  '/api/search/{dictId}/suggest': Path<{
    get: Get<{ column: string; values: { value: string; count: number }[] },
      { query: { column: string; q: string }; path: { dictId: string }; header?: never; cookie?: never }>
  }>
  '/api/geography/states': Path<{ get: Get<{ states: { code: string; name: string; fips: string }[] }> }>
  '/api/geography/counties': Path<{
    get: Get<{ counties: { fips: string; name: string; state: string }[] },
      { query: { state: string }; path?: never; header?: never; cookie?: never }>
  }>
  '/api/geography/places': Path<{
    get: Get<{ places: Place[] }, { query: { q: string }; path?: never; header?: never; cookie?: never }>
  }>
  '/api/zip-lists': Path<{ post: Post<{ text: string }, { id: string; count: number; unknown: string[] }> }>
  '/api/saved-searches': Path<{
    get: Get<{ savedSearches: SavedSearch[] }>
    post: Post<{ searchName: string; dictId: string; filter: string; dslFilter: string; q: string }, SavedSearch>
  }>
  '/api/saved-searches/{id}': Path<{ get: Get<SavedSearch, Id<'id'>>; delete: Get<{ deleted: boolean }, Id<'id'>> }>
  '/api/downloads/quote': Path<{ post: Post<DownloadRequest, DownloadQuote> }>
  '/api/downloads': Path<{
    get: Get<{ downloads: Download[] }>
    post: Post<DownloadRequest, Download>
  '/api/downloads/{downloadId}': Path<{ get: Get<Download, Id<'downloadId'>> }>
  '/api/imports': Path<{
    get: Get<{ imports: ImportRun[] }>
    post: Post<{ uploadId: string; dictId: string; name?: string; columns?: Column[] }, ImportRun>
  }>
  '/api/imports/proposals': Path<{ post: Post<{ uploadId: string; dictId?: string }, ImportProposal> }>
  '/api/imports/{importId}': Path<{ get: Get<ImportRun, Id<'importId'>> }>
  '/api/imports/{importId}/cancel': Path<{ post: Get<ImportRun, Id<'importId'>> }>
  '/api/mail-outbox': Path<{ get: Get<{ mails: MailSummary[] }> }>
  '/api/mail-outbox/{mailId}': Path<{ get: Get<MailSummary & { text: string; html: string }, Id<'mailId'>> }>
}
