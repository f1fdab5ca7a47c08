import { type ApiClient, ApiProblem, unwrap } from '@freeor/api-client/client'

const site = 'courses'

type Listed = Awaited<ReturnType<typeof askForList>>
type Read = Awaited<ReturnType<typeof askForOne>>
export type Collection = Listed['collection']

/** The documents of one collection, as the API answers them. */
export type Documents<C extends Collection> = Extract<Listed, { collection: C }>['documents']
export type SitePage = Extract<Read, { collection: 'pages' }>['document']
export type Picture = NonNullable<SitePage['data']['picture']>

const askForList = async (
  api: ApiClient,
  collection:
    | 'pages'
    | 'reading-list'
    | 'bios'
    | 'opportunities'
    | 'audiences'
    | 'faq'
    | 'steps'
    | 'image-grid',
) => unwrap(await api.GET('/api/content/{site}/{collection}', { params: { path: { site, collection } } }))

const askForOne = async (api: ApiClient, key: string) =>
  unwrap(
    await api.GET('/api/content/{site}/{collection}/{key}', {
      params: { path: { site, collection: 'pages', key } },
    }),
  )

/**
 * The documents of a collection in its order.
 * @throws ApiProblem when the API refused
 */
export async function listDocuments<C extends Collection>(
  api: ApiClient,
  collection: C,
): Promise<Documents<C>> {
  const answer = await askForList(api, collection)
  // The answer names the collection that was asked for; the compiler knows only that it is one of them.
  return answer.documents as Documents<C>
}

/**
 * The page of this key.
 * @throws ApiProblem not_found when it was archived
 */
export const readSitePage = async (api: ApiClient, key: string): Promise<SitePage> =>
  (await askForOne(api, key)).document as SitePage

/** The same, where a page can do without its document. */
export async function findSitePage(api: ApiClient, key: string): Promise<SitePage | undefined> {
  try {
    return await readSitePage(api, key)
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'not_found') return undefined
    throw error
  }
}
