import type { Site } from '@freeor/kernel/site'
import type { BilledSite } from './ports.ts'

// One list for the process, set by the composition root before anything reads it: passing it with every call would put
// it into the signature of most functions here.
let billed: readonly BilledSite[] = []

/** Sets the sites that sell plans, served or not. Once, at the start. */
export function putSitesInPlace(sites: readonly BilledSite[]): void {
  billed = sites
}

/** Every site that sells plans. */
export const listBilledSites = (): readonly BilledSite[] => billed

/** @throws Error when the composition root named no such site: a mistake in it */
export function getBilledSite(site: Site): BilledSite {
  const found = billed.find(({ plans }) => plans.site === site)
  if (!found) throw new Error(`The plans of ${site} are unknown: call putSitesInPlace first`)
  return found
}
