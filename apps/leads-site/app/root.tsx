import '@fontsource-variable/inter/index.css'
import '@freeor/ui/styles.css'
import './site.css'
import { ErrorScreen } from '@freeor/site-frame/errors/error-screen'
import { SiteDocument } from '@freeor/site-frame/frame/document'
import { loadRoot, shouldReloadRoot } from '@freeor/site-frame/frame/root-data'
import { WaitingPage } from '@freeor/site-frame/frame/waiting-page'
import type { ReactNode } from 'react'
import type { Route } from './+types/root'
import { SiteFrame } from './components/site-frame.tsx'
import { site } from './site.ts'

export const loader = ({ context }: Route.LoaderArgs) => loadRoot(site, context)

export const shouldRevalidate = shouldReloadRoot

export function Layout({ children }: { children: ReactNode }) {
  return <SiteDocument site={site}>{children}</SiteDocument>
}

export default function App({ loaderData }: Route.ComponentProps) {
  return <WaitingPage site={site} root={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SiteFrame>
      <ErrorScreen site={site} error={error} />
    </SiteFrame>
  )
}
