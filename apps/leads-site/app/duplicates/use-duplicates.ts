import type { Duplicates, DuplicatesRequest } from '@freeor/leads/duplicates/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useEffect, useState } from 'react'
import { findDuplicates, searchLeads } from '../api/search.ts'

export type FoundDuplicates = Pick<Duplicates, 'savedSearches' | 'downloads'> & {
  /** After the newest file of the same search: where the next one begins, and the leads from there on. */
  next?: { offset: number; remaining: number }
}

/**
 * What was saved and downloaded of the same area. It is only a hint: until it is there, and when it cannot be had, there
 * is none.
 */
export function useDuplicates(dictId: string, request: DuplicatesRequest): FoundDuplicates | undefined {
  const [found, setFound] = useState<FoundDuplicates>()
  const key = JSON.stringify(request)
  useEffect(() => {
    const controller = new AbortController()
    findAll(dictId, JSON.parse(key) as DuplicatesRequest, controller.signal).then(setFound, () =>
      setFound(undefined),
    )
    return () => controller.abort()
  }, [dictId, key])
  return found
}

async function findAll(
  dictId: string,
  request: DuplicatesRequest,
  signal: AbortSignal,
): Promise<FoundDuplicates> {
  const { savedSearches, downloads } = await findDuplicates(browserApi(), { dictId, request, signal })
  const offset = Math.max(0, ...downloads.filter(({ isSame }) => isSame).map(({ nextOffset }) => nextOffset))
  if (offset === 0) return { savedSearches, downloads }
  const counted = { ...request, offset, count_only: true }
  const { count: remaining } = await searchLeads(browserApi(), { dictId, request: counted, signal })
  return { savedSearches, downloads, next: { offset, remaining } }
}
