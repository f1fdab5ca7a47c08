import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { type Collection, type CollectionData, collections, type SiteDocument } from '../schema.ts'
import type { CollectionOf } from '../site-collection.ts'
import { contentPreviews } from '../tables.ts'
import { newDocumentId, type PreviewContent } from './schema.ts'

export type Preview = {
  readonly documentId: string
  readonly content: PreviewContent
  readonly createdAt: Date
}

type Asked = { readonly userId: string; readonly documentId: string }

/** What this user wants to see in the place of a document. Nobody else's preview is ever found. */
export async function findPreview(
  db: Tx,
  { site, collection }: CollectionOf<Collection>,
  { userId, documentId }: Asked,
): Promise<Preview | undefined> {
  const [found] = await db
    .select({ content: contentPreviews.content, createdAt: contentPreviews.createdAt })
    .from(contentPreviews)
    .where(
      and(
        eq(contentPreviews.userId, userId),
        eq(contentPreviews.site, site),
        eq(contentPreviews.collection, collection),
        eq(contentPreviews.documentId, documentId),
      ),
    )
  return found && { documentId, ...found }
}

/** The documents as they would be with the preview. */
export function withPreview<C extends Collection>(
  collection: C,
  documents: readonly SiteDocument<C>[],
  { documentId, content, createdAt }: Preview,
): readonly SiteDocument<C>[] {
  const parsed = collections[collection].safeParse(content.data)
  if (!parsed.success) return documents
  const { name, description, themeColor } = content
  const shown = { name, description, themeColor, data: parsed.data as CollectionData<C> }
  if (documentId === newDocumentId) {
    const added = { id: newDocumentId, key: null, favorite: false, createdAt, updatedAt: createdAt }
    return [...documents, { ...added, ...shown }]
  }
  return documents.map((document) => (document.id === documentId ? { ...document, ...shown } : document))
}
