import type { Collection, CollectionData } from './schema.ts'

type Ordered<C extends Collection> = { readonly name: string; readonly data: CollectionData<C> }
type Compare<C extends Collection> = (a: Ordered<C>, b: Ordered<C>) => number

/** The same order on every machine, whatever language it speaks; a digit group counts as its number. */
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name)

type WithOrder = 'bios' | 'opportunities' | 'audiences' | 'faq' | 'steps' | 'image-grid'
const byOrder = <C extends WithOrder>(a: Ordered<C>, b: Ordered<C>) =>
  a.data.order - b.data.order || byName(a, b)

/** A title is looked for under its first word that says something. */
const titleOf = ({ name }: { name: string }) => name.replace(/^(a|an|the)\s+/i, '')

/** How each collection is listed; the pages group what comes in this order. */
const orders: { readonly [C in Collection]: Compare<C> } = {
  pages: byName,
  // Newest first by the year of publication, then by title.
  'reading-list': (a, b) => b.data.year - a.data.year || compare(titleOf(a), titleOf(b)) || byName(a, b),
  bios: byOrder,
  opportunities: byOrder,
  audiences: byOrder,
  faq: byOrder,
  steps: byOrder,
  'image-grid': byOrder,
}

/** The documents of a collection in the order in which they are listed. */
export const orderDocuments = <C extends Collection, D extends Ordered<C>>(
  collection: C,
  documents: readonly D[],
): readonly D[] => documents.toSorted(orders[collection])
