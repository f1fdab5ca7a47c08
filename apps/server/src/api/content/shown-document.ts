import type { Collection, SiteDocument } from '@freeor/content/schema'

/** A document by the specification's names. */
export const shownDocument = <C extends Collection>({
  createdAt,
  updatedAt,
  ...document
}: SiteDocument<C>) => ({
  ...document,
  _created: createdAt.toISOString(),
  lastUpdated: updatedAt.toISOString(),
})
