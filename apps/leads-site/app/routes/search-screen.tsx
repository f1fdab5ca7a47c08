import { type ApiClient, ApiProblem } from '@freeor/api-client/client'
import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { browserApi, serverApi } from '@freeor/site-frame/frame/api'
import type { PageHandle } from '@freeor/site-frame/frame/page'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { useEffect } from 'react'
import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { readColumnChoice } from '../api/column-choices.ts'
import { getDictionary } from '../api/dictionaries.ts'
import { readDoNotCall } from '../api/do-not-call.ts'
import { getSavedSearch } from '../api/saved-searches.ts'
import { type SearchProblem, searchLeads, searchProblem } from '../api/search.ts'
import { targetOf } from '../search/saved-address.ts'
import type { SearchPage } from '../search/search-page.ts'
import { SearchScreen } from '../search/search-screen.tsx'
import { answerKey, readSearch, searchRequestOf } from '../search/search-url.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/search-screen'

export const handle: PageHandle = { fillsWindow: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: texts.titleOf(texts.search.titleOf((loaderData as SearchPage | undefined)?.dictionary.name ?? '')),
  },
]

type Asked = { api: ApiClient; dictId: string; url: URL; signal: AbortSignal }

/** The saved search that the address names. @throws a redirect to where it opens; ApiProblem `not_found` */
async function openSaved({ api, dictId, url }: Asked): Promise<SavedSearch | null> {
  const { savedSearch } = readSearch(url.searchParams)
  if (savedSearch === null) return null
  const saved = await getSavedSearch(api, savedSearch)
  const target = targetOf(saved, { dictId, url })
  if (target.kind === 'there') throw redirect(target.address)
  if (target.kind === 'not_found') throw new ApiProblem(404, { code: 'not_found' })
  return saved
}

async function readPage(asked: Asked): Promise<SearchPage> {
  const { api, dictId, url, signal } = asked
  // First, because a search that was saved in another dictionary leads there, whether this one exists or not.
  const opened = await openSaved(asked)
  const [dictionary, registry, keptColumns] = await Promise.all([
    getDictionary(api, dictId),
    readDoNotCall(api),
    readColumnChoice(api, dictId),
  ])
  const known = { dictionary, registry, keptColumns, opened }
  if (dictionary.version === 0) return { ...known, answer: null, problem: null }
  const request = searchRequestOf(readSearch(url.searchParams), dictionary)
  try {
    return { ...known, answer: await searchLeads(api, { dictId, request, signal }), problem: null }
  } catch (error) {
    const problem = searchProblem(error)
    if (!problem) throw error
    return { ...known, answer: null, problem }
  }
}

export async function loader({ request, params, context, url }: Route.LoaderArgs): Promise<SearchPage> {
  const api = serverApi(context)
  await requireLogin(context, api)
  const asked = { api, dictId: params.dictId, url, signal: request.signal }
  return await forPage(context, readPage(asked))
}

/** The last page of this visit: what is known of a dataset while the server cannot be reached. */
let last: SearchPage | undefined

const outage: SearchProblem = {
  code: 'unavailable',
  message: texts.search.offline,
  requestId: undefined,
  field: undefined,
  position: undefined,
  length: undefined,
  expected: [],
}

/** No answer at all, or one that says to come back later. */
const isOutage = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiProblem && error.status === 503)

/** In the browser the page calls the API itself; the router aborts a request when a newer one begins. */
export async function clientLoader({
  request,
  params,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<SearchPage> {
  const asked = {
    api: browserApi(),
    dictId: params.dictId,
    url: new URL(request.url),
    signal: request.signal,
  }
  try {
    return await readPage(asked)
  } catch (error) {
    if (error instanceof Response || request.signal.aborted) throw error
    if (last?.dictionary.dictId === params.dictId && isOutage(error)) {
      return { ...last, answer: null, problem: outage }
    }
    // A lost session, a dataset that is gone: the server's loader has the right screen for it.
    return (await serverLoader()) as SearchPage
  }
}

/** Moving the map or choosing columns does not change which leads are found. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  if (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search)
    return defaultShouldRevalidate
  return answerKey(currentUrl.searchParams) !== answerKey(nextUrl.searchParams)
}

export default function SearchRoute({ loaderData }: Route.ComponentProps) {
  const page = loaderData as SearchPage
  useEffect(() => {
    last = page
  }, [page])
  return <SearchScreen key={page.dictionary.dictId} page={page} />
}
