import { newId } from '@freeor/kernel/ids'
import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { type Collection, type CollectionData, collections } from './schema.ts'
import { seedings, siteDocuments } from './tables.ts'

/**
 * Runs `write` the first time an installation asks for this name, and never again: what an operator changed or deleted
 * since then stays so. Two servers that start at once wait for each other, because the second insert waits for the
 * first one's transaction.
 * @param tx the transaction that `write` works in, so a seeding that fails is tried again at the next start
 * @returns whether it was written now
 */
export async function seedOnce(
  tx: Tx,
  { name, now }: { name: string; now: Date },
  write: (tx: Tx) => Promise<unknown>,
): Promise<boolean> {
  const [first] = await tx.insert(seedings).values({ name, at: now }).onConflictDoNothing().returning()
  if (first) await write(tx)
  return first !== undefined
}

export type NewDocument<C extends Collection = Collection> = {
  readonly key?: string
  readonly name: string
  readonly description?: string
  readonly themeColor?: string
  readonly data: CollectionData<C>
}

export type NewDocuments<C extends Collection> = {
  readonly site: Site
  readonly collection: C
  readonly documents: readonly NewDocument<C>[]
  readonly now: Date
}

/**
 * Adds documents to a collection. One whose key is taken is left as it is.
 * @throws ZodError for data that does not fit its collection
 */
export async function addDocuments<C extends Collection>(tx: Tx, added: NewDocuments<C>): Promise<void> {
  const { site, collection, documents, now } = added
  if (documents.length === 0) return
  const rows = documents.map(({ data, ...document }) => ({
    ...document,
    id: newId('doc'),
    site,
    collection,
    data: collections[collection].parse(data) as Record<string, unknown>,
    createdAt: now,
    updatedAt: now,
  }))
  await tx.insert(siteDocuments).values(rows).onConflictDoNothing()
}
