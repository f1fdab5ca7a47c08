import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { Links, Meta, Scripts, ScrollRestoration } from 'react-router'
import type { Site } from '../site.ts'
import { NonceContext } from './nonce.ts'

/** The HTML document around every page of a site. */
export function SiteDocument({ site, children }: { site: Site; children: ReactNode }) {
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
        <MantineProvider theme={site.theme} defaultColorScheme="auto">
          {children}
        </MantineProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
