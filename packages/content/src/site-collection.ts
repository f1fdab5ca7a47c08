import type { Site } from '@freeor/kernel/site'
import type { Collection } from './schema.ts'

/** A collection, and the site that shows it. */
export type CollectionOf<C extends Collection> = { readonly site: Site; readonly collection: C }
