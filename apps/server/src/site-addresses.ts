import { type Site, sites } from '@freeor/kernel/site'

/** Where the served sites are reached, each as an origin without a slash at the end. */
export type SiteAddresses = {
  readonly served: Readonly<Partial<Record<Site, string>>>
  /** The origins of the served sites. */
  readonly origins: readonly [string, ...string[]]
  /** The address of a site. One that is not served has none: its people are sent to the first that is. */
  of(site: Site): string
}

/** @param served at least one */
export function siteAddresses(served: Readonly<Partial<Record<Site, string>>>): SiteAddresses {
  const origins = sites.flatMap((site) => served[site] ?? [])
  const [first] = origins
  if (first === undefined) throw new Error('No site is served')
  const [, ...others] = origins
  return { served, origins: [first, ...others], of: (site) => served[site] ?? first }
}
