import { LightPrint } from '@freeor/ui/light-print'
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { Links, Meta, Scripts, ScrollRestoration } from 'react-router'
import type { Site } from '../site.ts'
import { NonceContext } from './nonce.ts'
import { SiteProvider, useSite } from './site-context.ts'
import { useSiteData } from './site-data.ts'

/** The HTML document around every page of a site. Everything in it knows the site. */
export function SiteDocument({ site, children }: { site: Site; children: ReactNode }) {
  const nonce = useContext(NonceContext)
  return (
    <SiteProvider value={site}>
      <html lang="en" {...mantineHtmlProps}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
          <ShareCard />
          <Meta />
          <Links />
        </head>
        <body>
          <MantineProvider theme={site.theme} defaultColorScheme="auto">
            <LightPrint />
            {children}
          </MantineProvider>
          <ScrollRestoration />
          <Scripts />
        </body>
      </html>
    </SiteProvider>
  )
}

/** What is shown with an address of the site that somebody shares. A picture's address has to be absolute. */
function ShareCard() {
  const { name, texts } = useSite()
  const data = useSiteData()
  if (!data) return null
  const url = data.siteUrls[name]
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={texts.brand} />
      <meta property="og:image" content={`${url}/share.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={texts.shareImage} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
