import { type ApiClient, unwrap } from '@freeor/api-client/client'
import type { PlotsAnswer, PlotsRequest } from '@freeor/leads/plots/schema'
import { patiently } from './patience.ts'
import { acquireSearch } from './search-limiter.ts'

export type PlotsCall = { dictId: string; request: PlotsRequest; signal?: AbortSignal }

const ABORT_MS = 150

/** The leads of a search by state, size, category and year. @throws ApiProblem */
export async function countPlots(
  api: ApiClient,
  { dictId, request, signal }: PlotsCall,
): Promise<PlotsAnswer> {
  return await patiently(async () => {
    const release = await acquireSearch(signal)
    try {
      const answer = await api.POST('/api/search/{dictId}/plots', {
        params: { path: { dictId } },
        body: request as Required<PlotsRequest>,
        ...(signal ? { signal } : {}),
      })
      return unwrap(answer) as PlotsAnswer
    } finally {
      // As of a search: the server is told of an end a moment later.
      if (signal?.aborted) setTimeout(release, ABORT_MS)
      else release()
    }
  }, signal)
}
