import { type ApiClient, readProblem, unwrap } from '@freeor/api-client/client'

export async function listShareLinks(api: ApiClient) {
  return unwrap(await api.GET('/api/share-links'))
}
export type ShareLinks = Awaited<ReturnType<typeof listShareLinks>>
export type ShareLink = ShareLinks['links'][number]

export type NewLink = {
  kind: 'savedSearch' | 'downloadSearch'
  id: string
  access: 'look' | 'copy'
  days?: number
  password?: string
  mostVisits?: number
}

/** Makes a link. Its address is answered once. */
export async function createShareLink(api: ApiClient, input: NewLink): Promise<string> {
  return unwrap(await api.POST('/api/share-links', { body: input })).address
}

export async function turnShareLink(api: ApiClient, linkId: string): Promise<string> {
  const params = { path: { linkId } }
  return unwrap(await api.POST('/api/share-links/{linkId}/turn', { params })).address
}

export async function revokeShareLink(api: ApiClient, linkId: string): Promise<void> {
  const { response } = await api.DELETE('/api/share-links/{linkId}', { params: { path: { linkId } } })
  if (!response.ok) throw await readProblem(response)
}

export async function revokeShareLinks(api: ApiClient): Promise<void> {
  unwrap(await api.POST('/api/share-links/revoke-all'))
}

export async function setSharePolicy(api: ApiClient, mostDays: number): Promise<void> {
  unwrap(await api.PUT('/api/share-policy', { body: { mostDays } }))
}

/** How an address names a link. */
export type NamedShare = {
  kind: 'savedSearch' | 'downloadSearch'
  token?: string
  owner?: string
  link?: string
  pass?: string
}

/** Reads the address of a share link; undefined for one that names none. */
export function readShareAddress(params: URLSearchParams): NamedShare | undefined {
  const pass = params.get('pass')
  const withPass = pass ? { pass } : {}
  for (const [kind, owner] of [
    ['savedSearch', 'uid'],
    ['downloadSearch', 'aid'],
  ] as const) {
    const token = params.get(kind)
    if (token !== null) return { kind, token, owner: params.get(owner) ?? '', ...withPass }
    const link = params.get('link')
    if (link !== null && params.get('kind') === kind) return { kind, link, ...withPass }
  }
  return undefined
}

export async function lookAtSharedSearch(api: ApiClient, named: NamedShare, brief = false) {
  return unwrap(await api.POST('/api/shared-searches/look', { body: { ...named, brief } }))
}
export type SharedAnswer = Awaited<ReturnType<typeof lookAtSharedSearch>>
export type SharedSearch = NonNullable<SharedAnswer['search']>

/** Counts a visit. */
export async function visitSharedSearch(
  api: ApiClient,
  named: NamedShare,
  password?: string,
): Promise<SharedAnswer> {
  const body = { ...named, ...(password ? { password } : {}) }
  return unwrap(await api.POST('/api/shared-searches/visits', { body }))
}

export async function copySharedSearch(api: ApiClient, named: NamedShare) {
  return unwrap(await api.POST('/api/shared-searches/copies', { body: named }))
}

export async function listSharedWithMe(api: ApiClient) {
  return unwrap(await api.GET('/api/shared-searches')).sharedSearches
}
export type SharedWithMe = Awaited<ReturnType<typeof listSharedWithMe>>[number]

export async function forgetSharedSearch(api: ApiClient, linkId: string): Promise<void> {
  const { response } = await api.DELETE('/api/shared-searches/{linkId}', { params: { path: { linkId } } })
  if (!response.ok) throw await readProblem(response)
}
