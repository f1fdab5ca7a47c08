import { type ApiClient, ApiProblem, unwrap } from '@freeor/api-client/client'
import type { Duplicates, DuplicatesRequest } from '@freeor/leads/duplicates/schema'
import type { EmptyAnswer, EmptyRequest, SearchAnswer, SearchRequest } from '@freeor/leads/schema'
import { patiently } from './patience.ts'
import { acquireSearch } from './search-limiter.ts'

export type SearchCall = { dictId: string; request: SearchRequest; signal?: AbortSignal }

const ABORT_MS = 150

/** Searches a dataset. @throws ApiProblem, also for a query that cannot be read or is too wide */
export async function searchLeads(
  api: ApiClient,
  { dictId, request, signal }: SearchCall,
): Promise<SearchAnswer> {
  return await patiently(async () => {
    const release = await acquireSearch(signal)
    try {
      const answer = await api.POST('/api/search/{dictId}', {
        params: { path: { dictId } },
        body: request as Required<SearchRequest>,
        ...(signal ? { signal } : {}),
      })
      return unwrap(answer) as SearchAnswer
    } finally {
      // The server is told of an end a moment later, and counts the search until then.
      if (signal?.aborted) setTimeout(release, ABORT_MS)
      else release()
    }
  }, signal)
}

export type EmptyCall = { dictId: string; request: EmptyRequest; signal?: AbortSignal }

/** Why a search finds nothing. @throws ApiProblem */
export async function explainEmpty(
  api: ApiClient,
  { dictId, request, signal }: EmptyCall,
): Promise<EmptyAnswer> {
  return await patiently(async () => {
    const release = await acquireSearch(signal)
    try {
      const answer = await api.POST('/api/search/{dictId}/why-empty', {
        params: { path: { dictId } },
        body: request as Required<EmptyRequest>,
        ...(signal ? { signal } : {}),
      })
      return unwrap(answer)
    } finally {
      if (signal?.aborted) setTimeout(release, ABORT_MS)
      else release()
    }
  }, signal)
}

export type DuplicatesCall = { dictId: string; request: DuplicatesRequest; signal?: AbortSignal }

/** What was saved and downloaded of the area of a search. */
export async function findDuplicates(
  api: ApiClient,
  { dictId, request, signal }: DuplicatesCall,
): Promise<Duplicates> {
  const answer = await api.POST('/api/search/{dictId}/duplicates', {
    params: { path: { dictId } },
    body: request as Required<DuplicatesRequest>,
    ...(signal ? { signal } : {}),
  })
  return unwrap(answer) as Duplicates
}

export type Suggestion = { value: string; count: number }
export type SuggestCall = { dictId: string; column: string; q: string; signal?: AbortSignal }

/** Values of a column that hold the text, with counts. From two characters on. */
export async function suggestValues(api: ApiClient, call: SuggestCall): Promise<Suggestion[]> {
  const { dictId, column, q, signal } = call
  const answer = await api.GET('/api/search/{dictId}/suggest', {
    params: { path: { dictId }, query: { column, q } },
    ...(signal ? { signal } : {}),
  })
  return unwrap(answer).values
}

/** Why a search has no answer: shown beside the query, not instead of the page. */
export type SearchProblem = {
  code: string
  message: string
  requestId: string | undefined
  field: string | undefined
  position: number | undefined
  length: number | undefined
  expected: string[]
}

const number = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** A refusal of the search itself; anything else is the page's failure. */
export function searchProblem(error: unknown): SearchProblem | undefined {
  if (!(error instanceof ApiProblem)) return undefined
  const inPage = ['invalid_query', 'invalid_request', 'search_too_wide', 'rate_limited', 'unavailable']
  if (!inPage.includes(error.code)) return undefined
  const { field, position, length, expected } = error.details
  return {
    code: error.code,
    message: error.message,
    requestId: error.requestId,
    field: typeof field === 'string' ? field : undefined,
    position: number(position),
    length: number(length),
    expected: Array.isArray(expected) ? expected.filter((each) => typeof each === 'string') : [],
  }
}
