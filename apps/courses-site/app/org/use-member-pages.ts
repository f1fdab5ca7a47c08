import type { MemberRow } from '@freeor/courses/organizations/members/schema'
import { listenLive } from '@freeor/site-frame/live/live-channel'
import { useEffect, useMemo, useReducer } from 'react'
import { MemberPages, type ReadPage } from './member-pages.ts'
import { pageSize } from './member-query.ts'

/** The table's pages in this browser, kept up to date by the live events. The first one came with the page. */
export function useMemberPages(
  first: ReadPage<MemberRow>,
  read: (offset: number) => Promise<ReadPage<MemberRow>>,
): MemberPages<MemberRow> {
  const [, changed] = useReducer((count: number) => count + 1, 0)
  // Another filter is another page of the router, and with it another `first`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` belongs to `first`
  const pages = useMemo(() => new MemberPages({ pageSize, read, onChange: changed }, first), [first])
  useEffect(() => {
    const stop = listenLive(({ event }) => {
      if (event !== 'progress') pages.refresh()
    })
    // What happened before the first event came is read once.
    pages.refresh()
    return () => {
      stop()
      pages.close()
    }
  }, [pages])
  return pages
}
