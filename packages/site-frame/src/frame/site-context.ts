import { createContext as createReactContext, use } from 'react'
import { createContext, type MiddlewareFunction } from 'react-router'
import type { Site } from '../site.ts'
import type { PageContext } from './request-context.ts'

const SiteContext = createReactContext<Site | undefined>(undefined)

/** Tells every component below which site it is on. A site's root renders it once. */
export const SiteProvider = SiteContext

/**
 * The site this component is on.
 * @throws Error outside of `SiteProvider`
 */
export function useSite(): Site {
  const site = use(SiteContext)
  if (!site) throw new Error('useSite needs a SiteProvider above it')
  return site
}

/** Where a request keeps the site whose page it requests. */
export const siteContext = createContext<Site>()

/** The site that a loader or an action answers for. @throws Error before `provideSite` has run */
export const siteOf = (context: PageContext): Site => context.get(siteContext)

/** The middleware of a site's root: it runs before every loader and action. */
export const provideSite =
  (site: Site): MiddlewareFunction<Response> =>
  async ({ context }, next) => {
    context.set(siteContext, site)
    return await next()
  }
