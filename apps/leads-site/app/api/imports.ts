import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { Column } from '@freeor/leads/schema'

/** Where the tus protocol takes a file. */
export const uploadEndpoint = '/api/imports/uploads'

/** What an uploaded file looks like, with the proposed columns: those of a dataset where the dataset has them. */
export async function proposeImport(api: ApiClient, uploadId: string, dictId?: string) {
  const body = dictId === undefined ? { uploadId } : { uploadId, dictId }
  return unwrap(await api.POST('/api/imports/proposals', { body }))
}
export type ImportProposal = Awaited<ReturnType<typeof proposeImport>>

export type ImportOrder = {
  uploadId: string
  dictId: string
  name: string
  columns: Column[]
  isReplacement?: boolean
}

export async function startImport(api: ApiClient, order: ImportOrder): Promise<ImportRun> {
  return unwrap(await api.POST('/api/imports', { body: order }))
}

export async function listImports(api: ApiClient) {
  return unwrap(await api.GET('/api/imports')).imports
}
export type ImportRun = Awaited<ReturnType<typeof listImports>>[number]

export async function getImport(api: ApiClient, importId: string): Promise<ImportRun> {
  return unwrap(await api.GET('/api/imports/{importId}', { params: { path: { importId } } }))
}

export async function cancelImport(api: ApiClient, importId: string): Promise<ImportRun> {
  return unwrap(await api.POST('/api/imports/{importId}/cancel', { params: { path: { importId } } }))
}

/** Where the refused lines of an import are. */
export const rejectsFile = (importId: string): string =>
  `/api/imports/${encodeURIComponent(importId)}/rejects`
