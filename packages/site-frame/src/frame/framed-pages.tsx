import { Outlet, useMatches, useRouteError } from 'react-router'
import { ErrorScreen } from '../errors/error-screen.tsx'
import { LeaveWarning } from './leave-warning.tsx'
import type { PageHandle } from './page.ts'
import { PreviewNote } from './preview-note.tsx'
import { useSite } from './site-context.ts'
import { loadSiteData, shouldReloadSiteData } from './site-data.ts'

/**
 * The layout route around all pages of a site: what every page knows, its header and footer, which stay during
 * navigation from page to page, and what is shown in place of a page that cannot be.
 *
 * The root neither loads anything nor shows what failed in a page: React makes the whole document again where the root
 * fails, and until the browser has loaded the styles again, the page stands there without.
 */
export const loader = loadSiteData

export const shouldRevalidate = shouldReloadSiteData

/**
 * The page of another lead, user or course begins anew, though its module is the same one: what was typed about one
 * must not stand in the form of the next.
 */
export default function FramedPages() {
  const { Frame } = useSite()
  const page = useMatches().at(-1)
  const { keepsState = false, fillsWindow = false } = (page?.handle ?? {}) as PageHandle
  return (
    <Frame fill={fillsWindow}>
      <PreviewNote />
      <LeaveWarning>
        <Outlet key={keepsState ? '' : JSON.stringify(page?.params)} />
      </LeaveWarning>
    </Frame>
  )
}

export function ErrorBoundary() {
  const { Frame } = useSite()
  const error = useRouteError()
  return (
    <Frame>
      <ErrorScreen error={error} />
    </Frame>
  )
}
