import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import { isSite } from '@freeor/kernel/site'
import { mostListed, toListedVersion, toVersionPage } from '@freeor/kernel/versions/listed-version'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, lt } from 'drizzle-orm'
import { type BoardKey, readPermissions } from '../boards/queries.ts'
import { type ContentViewer, isGranted, type PermissionKind } from '../permissions.ts'
import { type Collection, isCollection } from '../schema.ts'
import { siteDocuments, siteDocumentVersions } from '../tables.ts'
import type { DocumentContent, DocumentVersion, EditedDocument } from './schema.ts'

export type DocumentRow = typeof siteDocuments.$inferSelect

export const noDocument = (): AppError => new AppError('not_found', 'There is no such document.')

/** A version that was never there, or was thinned out. */
export const noDocumentVersion = (): AppError =>
  new AppError('not_found', 'There is no such version of this document.')

/** What an editor writes of a document's row. */
export const contentOf = (row: DocumentRow): DocumentContent => ({
  name: row.name,
  description: row.description,
  themeColor: row.themeColor,
  favorite: row.favorite,
  archived: row.archivedAt !== null,
  data: row.data,
})

export const toEdited = (row: DocumentRow): EditedDocument => ({
  id: row.id,
  site: row.site,
  collection: row.collection as Collection,
  key: row.key,
  version: row.version,
  ...contentOf(row),
  data: { ...row.data },
  _archived: row.archivedAt?.toISOString() ?? null,
  _created: row.createdAt.toISOString(),
  lastUpdated: row.updatedAt.toISOString(),
})

/** A document of a collection of ours; a row of one that is gone is a missing document. */
export const boardKeyOf = ({ site, collection }: DocumentRow): BoardKey | undefined =>
  isSite(site) && isCollection(collection) ? { site, collection } : undefined

/**
 * Whoever may neither write nor delete in the collection gets the answer of a missing id, byte for byte. Who may do one
 * of them knows that it is there.
 */
export async function requireEditing(
  tx: Tx,
  boardKey: BoardKey,
  { viewer, kind }: { readonly viewer: ContentViewer; readonly kind?: PermissionKind },
): Promise<void> {
  const permissions = await readPermissions(tx, boardKey)
  const may = (wanted: PermissionKind) => isGranted(permissions, wanted, viewer)
  if (!(may('write') || may('delete'))) throw noDocument()
  if (kind !== undefined && !may(kind))
    throw new AppError('forbidden', `Your role does not allow you to ${kind} here.`, {
      details: { right: kind },
    })
}

/** All documents of a collection, archived ones among them, newest change first. @throws AppError not_found */
export async function listEdited(
  tx: Tx,
  boardKey: BoardKey,
  viewer: ContentViewer,
): Promise<EditedDocument[]> {
  await requireEditing(tx, boardKey, { viewer })
  const rows = await tx
    .select()
    .from(siteDocuments)
    .where(and(eq(siteDocuments.site, boardKey.site), eq(siteDocuments.collection, boardKey.collection)))
    .orderBy(desc(siteDocuments.updatedAt), asc(siteDocuments.id))
  return rows.map(toEdited)
}

/** A document as its editors have it. @throws AppError not_found */
export async function getEdited(tx: Tx, id: string, viewer: ContentViewer): Promise<EditedDocument> {
  const [row] = await tx.select().from(siteDocuments).where(eq(siteDocuments.id, id))
  const boardKey = row && boardKeyOf(row)
  if (!(row && boardKey)) throw noDocument()
  await requireEditing(tx, boardKey, { viewer })
  return toEdited(row)
}

const versionFields = {
  version: siteDocumentVersions.version,
  createdAt: siteDocumentVersions.createdAt,
  uid: siteDocumentVersions.userId,
  name: users.name,
  changed: siteDocumentVersions.changed,
  restoredFrom: siteDocumentVersions.restoredFrom,
}

/** The versions of a document, the newest first; `before` lists older ones. @throws AppError not_found */
export async function listDocumentVersions(
  tx: Tx,
  viewer: ContentViewer,
  { id, before }: { readonly id: string; readonly before?: number | undefined },
): Promise<{ readonly versions: DocumentVersion[]; readonly hasMore: boolean }> {
  await getEdited(tx, id, viewer)
  const isListed = before === undefined ? undefined : lt(siteDocumentVersions.version, before)
  const rows = await tx
    .select(versionFields)
    .from(siteDocumentVersions)
    .leftJoin(users, eq(users.id, siteDocumentVersions.userId))
    .where(and(eq(siteDocumentVersions.documentId, id), isListed))
    .orderBy(desc(siteDocumentVersions.version))
    .limit(mostListed + 1)
  return toVersionPage(rows)
}

/** A version with what the document was. @throws AppError not_found */
export async function getDocumentVersion(
  tx: Tx,
  viewer: ContentViewer,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<DocumentVersion & { content: DocumentContent }> {
  await getEdited(tx, id, viewer)
  const [row] = await tx
    .select({ ...versionFields, content: siteDocumentVersions.content })
    .from(siteDocumentVersions)
    .leftJoin(users, eq(users.id, siteDocumentVersions.userId))
    .where(and(eq(siteDocumentVersions.documentId, id), eq(siteDocumentVersions.version, version)))
  if (!row) throw noDocumentVersion()
  const { content, ...listed } = row
  return { ...toListedVersion(listed), content }
}
