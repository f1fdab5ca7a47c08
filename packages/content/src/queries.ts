import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { orderDocuments } from './order-documents.ts'
import { type Preview, withPreview } from './previews/queries.ts'
import { type Collection, type CollectionData, collections, type SiteDocument } from './schema.ts'
import type { CollectionOf } from './site-collection.ts'
import { siteDocuments } from './tables.ts'

const shown = {
  id: siteDocuments.id,
  key: siteDocuments.key,
  name: siteDocuments.name,
  description: siteDocuments.description,
  themeColor: siteDocuments.themeColor,
  favorite: siteDocuments.favorite,
  data: siteDocuments.data,
  createdAt: siteDocuments.createdAt,
  updatedAt: siteDocuments.updatedAt,
}

/**
 * The documents of a collection in its order, as they would be with the preview. Archived ones are left out.
 * A document that no longer fits its collection is left out too: one bad record must not cost a page the others.
 */
export async function listDocuments<C extends Collection>(
  db: Tx,
  where: CollectionOf<C>,
  preview?: Preview,
): Promise<readonly SiteDocument<C>[]> {
  const { collection } = where
  const found = await readDocuments(db, where)
  return orderDocuments(collection, preview ? withPreview(collection, found, preview) : found)
}

/** The document of this key, as it would be with the preview; undefined where there is none, or it is archived. */
export async function findDocument<C extends Collection>(
  db: Tx,
  { key, ...where }: CollectionOf<C> & { readonly key: string },
  preview?: Preview,
): Promise<SiteDocument<C> | undefined> {
  const found = await readDocuments(db, where, eq(siteDocuments.key, key))
  const [shown] = preview ? withPreview(where.collection, found, preview) : found
  return shown
}

async function readDocuments<C extends Collection>(
  db: Tx,
  { site, collection }: CollectionOf<C>,
  also?: SQL,
): Promise<SiteDocument<C>[]> {
  const rows = await db
    .select(shown)
    .from(siteDocuments)
    .where(
      and(
        eq(siteDocuments.site, site),
        eq(siteDocuments.collection, collection),
        isNull(siteDocuments.archivedAt),
        also,
      ),
    )
  return rows.flatMap(({ data, ...row }) => {
    const parsed = collections[collection].safeParse(data)
    return parsed.success ? [{ ...row, data: parsed.data as CollectionData<C> }] : []
  })
}
