import { Outlet, useMatches } from 'react-router'
import type { PageHandle } from './page.ts'
import { PreviewNote } from './preview-note.tsx'
import { useSite } from './site-context.ts'

/**
 * The layout route around all pages of a site: its header and footer stay during navigation from page to page. The page
 * of another lead, user or course begins anew, though its module is the same one: what was typed about one must not
 * stand in the form of the next.
 */
export default function FramedPages() {
  const { Frame } = useSite()
  const page = useMatches().at(-1)
  const isKept = (page?.handle as PageHandle | undefined)?.keepsState ?? false
  return (
    <Frame>
      <PreviewNote />
      <Outlet key={isKept ? '' : JSON.stringify(page?.params)} />
    </Frame>
  )
}
