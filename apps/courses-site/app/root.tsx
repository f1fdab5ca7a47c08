import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/source-serif-4/index.css'
import '@freeor/ui/styles.css'
import './site.css'
import { ErrorScreen } from '@freeor/site-frame/errors/error-screen'
import { SiteDocument } from '@freeor/site-frame/frame/document'
import { keepsPage } from '@freeor/site-frame/frame/keep-page'
import type { RootHandle } from '@freeor/site-frame/frame/page-meta'
import { provideSite } from '@freeor/site-frame/frame/site-context'
import { WaitingPage } from '@freeor/site-frame/frame/waiting-page'
import type { ReactNode } from 'react'
import type { Route } from './+types/root'
import { site } from './site.ts'

export const middleware = [provideSite(site)]

export const clientMiddleware = [keepsPage]

export const handle: RootHandle = { site }

export function Layout({ children }: { children: ReactNode }) {
  return <SiteDocument site={site}>{children}</SiteDocument>
}

export default WaitingPage

/** Only what fails outside of the pages gets here. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <site.Frame>
      <ErrorScreen error={error} />
    </site.Frame>
  )
}
