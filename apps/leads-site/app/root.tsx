import '@fontsource-variable/inter/index.css'
import '@freeor/ui/styles.css'
import './site.css'
import { WaitScreen } from '@freeor/ui/wait-screen'
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core'
import { type ReactNode, useContext, useEffect } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigation,
} from 'react-router'
import type { Route } from './+types/root'
import { isAccountPage } from './account-pages.ts'
import { getMe } from './api/account.ts'
import { serverApi } from './api/client.ts'
import { forPage } from './api/page-data.ts'
import { ErrorScreen } from './components/error-screen.tsx'
import { SiteFrame } from './components/site-frame.tsx'
import { NonceContext } from './nonce.ts'
import { requestContext } from './request-context.ts'
import { rememberSupportEmail } from './support-contact.ts'
import { texts } from './texts.ts'
import { theme } from './theme.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { supportEmail, coursesUrl } = context.get(requestContext)
  return { me: await forPage(context, getMe(serverApi(context))), supportEmail, coursesUrl }
}

/** A changed search on the same page says nothing new about who is here. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const samePage = args.currentUrl.pathname === args.nextUrl.pathname
  const newSearch = args.currentUrl.search !== args.nextUrl.search
  return samePage && newSearch && !args.formMethod ? false : args.defaultShouldRevalidate
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
        <Meta />
        <Links />
      </head>
      <body>
        <MantineProvider theme={theme} defaultColorScheme="auto">
          {children}
        </MantineProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** The page; while one waits for a page of the account, the screen that says so. */
export default function App({ loaderData }: Route.ComponentProps) {
  useEffect(() => rememberSupportEmail(loaderData.supportEmail), [loaderData.supportEmail])
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const isWaiting = state === 'loading' && location.pathname !== pathname && isAccountPage(location.pathname)
  return (
    <WaitScreen isWaiting={isWaiting} text={texts.states.loading}>
      <Outlet />
    </WaitScreen>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SiteFrame>
      <ErrorScreen error={error} />
    </SiteFrame>
  )
}
