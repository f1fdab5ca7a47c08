import { recordAudit } from '@freeor/accounts/commands'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import { inputWords } from '@freeor/kernel/input-words'
import { listThinned } from '@freeor/kernel/versions/kept-versions'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, gt, inArray, lte } from 'drizzle-orm'
import type { ContentDeps } from '../boards/commands.ts'
import type { BoardKey } from '../boards/queries.ts'
import { tellContent } from '../live/content-notices.ts'
import type { ContentViewer, PermissionKind } from '../permissions.ts'
import { type Collection, collections } from '../schema.ts'
import { siteDocuments, siteDocumentVersions } from '../tables.ts'
import { changeContent, differingFields, mergeDocuments } from './merge-document.ts'
import {
  boardKeyOf,
  contentOf,
  type DocumentRow,
  noDocument,
  noDocumentVersion,
  requireEditing,
  toEdited,
} from './queries.ts'
import type { DocumentContent, EditedDocument, NewSiteDocument, SiteDocumentChange } from './schema.ts'

/** Who edits, and what permissions see of them. */
export type ContentEditor = { readonly actor: UserActor; readonly viewer: ContentViewer }

/**
 * Adds a document to a collection.
 * @throws AppError not_found; invalid_request for fields that do not fit the collection; conflict for a key that is taken
 */
export async function addSiteDocument(
  { db, clock, live }: ContentDeps,
  { actor, viewer }: ContentEditor,
  { boardKey, document }: { readonly boardKey: BoardKey; readonly document: NewSiteDocument },
): Promise<EditedDocument> {
  const now = clock.now()
  const data = parseData(boardKey.collection, document.data)
  const added = await db.transaction(async (tx) => {
    await requireEditing(tx, boardKey, { viewer, kind: 'write' })
    const row = await insertDocument(tx, { boardKey, document: { ...document, data }, actor, now })
    if (!row) throw new AppError('conflict', 'There is a document of this address already.')
    return toEdited(row)
  })
  tellContent(live, { ...boardKey, documentId: added.id })
  return added
}

type Inserted = {
  readonly boardKey: BoardKey
  readonly document: Omit<NewSiteDocument, 'data' | 'themeColor'> & {
    readonly themeColor: string
    readonly data: Record<string, unknown>
    readonly favorite?: boolean
    readonly archivedAt?: Date | null
  }
  readonly actor: UserActor
  readonly now: Date
}

/** A new document with its first version. @returns undefined where its key is taken */
export async function insertDocument(
  tx: Tx,
  { boardKey, document, actor, now }: Inserted,
): Promise<DocumentRow | undefined> {
  const made = { id: newId('doc'), ...boardKey, updatedBy: actor.userId, createdAt: now, updatedAt: now }
  const [row] = await tx
    .insert(siteDocuments)
    .values({ ...document, ...made })
    .onConflictDoNothing()
    .returning()
  if (!row) return undefined
  await keepVersion(tx, row, { userId: actor.userId, changed: [] })
  await recordEdit(tx, 'site_document.added', { row, actor, now })
  return row
}

/**
 * Saves changes of a document. What others saved since the version they began with is merged in; every save is a
 * version. Two saves at once wait for each other. A save that changes nothing makes no version.
 * @throws AppError not_found; forbidden; invalid_request; conflict with `conflicts`, `base`, `theirs`, `yours` where
 *   somebody changed the same words or the same field
 */
export async function saveSiteDocument(
  { db, clock, live }: ContentDeps,
  { actor, viewer }: ContentEditor,
  { id, change }: { readonly id: string; readonly change: SiteDocumentChange },
): Promise<EditedDocument> {
  const { saved, boardKey } = await db.transaction(async (tx) => {
    const { row, boardKey } = await lockDocument(tx, id, { viewer, kind: 'write' })
    const { version, ...changes } = change
    const base = await findBase(tx, row, version)
    const [mine, theirs] = [changeContent(base, changes), contentOf(row)]
    const { content, conflicts } = mergeDocuments({ base, mine, theirs })
    if (conflicts.length > 0)
      throw new AppError('conflict', 'Somebody else has changed the same words.', {
        details: { conflicts, base, theirs: toEdited(row), yours: mine },
      })
    const data = parseData(boardKey.collection, content.data)
    const written = { content: { ...content, data }, actor, now: clock.now() }
    return { boardKey, saved: await writeVersion(tx, row, written) }
  })
  tellContent(live, { ...boardKey, documentId: id })
  return toEdited(saved)
}

/** Makes a document what it was in a version, as a new version. @throws AppError not_found; forbidden */
export async function restoreDocumentVersion(
  { db, clock, live }: ContentDeps,
  { actor, viewer }: ContentEditor,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<EditedDocument> {
  const { saved, boardKey } = await db.transaction(async (tx) => {
    const { row, boardKey } = await lockDocument(tx, id, { viewer, kind: 'write' })
    const [kept] = await tx
      .select({ content: siteDocumentVersions.content })
      .from(siteDocumentVersions)
      .where(and(eq(siteDocumentVersions.documentId, id), eq(siteDocumentVersions.version, version)))
    if (!kept) throw noDocumentVersion()
    const written = { content: kept.content, actor, now: clock.now(), restoredFrom: version }
    return { boardKey, saved: await writeVersion(tx, row, written) }
  })
  tellContent(live, { ...boardKey, documentId: id })
  return toEdited(saved)
}

/** Deletes a document with its history, for good. @throws AppError not_found; forbidden */
export async function deleteSiteDocument(
  { db, clock, live }: ContentDeps,
  { actor, viewer }: ContentEditor,
  id: string,
): Promise<void> {
  const boardKey = await db.transaction(async (tx) => {
    const { row, boardKey } = await lockDocument(tx, id, { viewer, kind: 'delete' })
    await tx.delete(siteDocuments).where(eq(siteDocuments.id, id))
    await recordEdit(tx, 'site_document.deleted', { row, actor, now: clock.now() })
    return boardKey
  })
  tellContent(live, { ...boardKey, documentId: id })
}

type Wanted = { readonly viewer: ContentViewer; readonly kind: PermissionKind }

async function lockDocument(tx: Tx, id: string, wanted: Wanted) {
  const [row] = await tx.select().from(siteDocuments).where(eq(siteDocuments.id, id)).for('update')
  const boardKey = row && boardKeyOf(row)
  if (!(row && boardKey)) throw noDocument()
  await requireEditing(tx, boardKey, wanted)
  return { row, boardKey }
}

/**
 * What the change began with. Where that version was thinned out, the one before it serves. A version that this document
 * never had is one of an older backup: the document as it is now serves then, so every sent field counts as changed.
 */
async function findBase(tx: Tx, row: DocumentRow, version: number): Promise<DocumentContent> {
  if (version >= row.version) return contentOf(row)
  const [base] = await tx
    .select({ content: siteDocumentVersions.content })
    .from(siteDocumentVersions)
    .where(and(eq(siteDocumentVersions.documentId, row.id), lte(siteDocumentVersions.version, version)))
    .orderBy(desc(siteDocumentVersions.version))
    .limit(1)
  return base?.content ?? contentOf(row)
}

/** The fields of a document, checked by its collection. @throws AppError invalid_request naming each wrong field */
export function parseData(
  collection: Collection,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const parsed = collections[collection].strict().safeParse(data, { error: inputWords })
  if (parsed.success) return parsed.data as Record<string, unknown>
  const errors = parsed.error.issues.map(({ path, message }) => ({
    path: ['body', 'data', ...path].join('.'),
    message,
  }))
  const sentence = errors.map(({ path, message }) => `${path}: ${message}`).join('; ')
  throw new AppError('invalid_request', `Please check ${sentence}`, { details: { errors } })
}

type Written = {
  readonly content: DocumentContent
  /** When it was archived, where that is known. */
  readonly archivedAt?: Date | null
  readonly actor: UserActor
  readonly now: Date
  readonly restoredFrom?: number
}

/** Writes what a document is from now on, as its next version; the caller holds its row. What changes nothing writes nothing. */
export async function writeVersion(tx: Tx, row: DocumentRow, written: Written): Promise<DocumentRow> {
  const { content, actor, now, restoredFrom } = written
  const changed = differingFields(content, contentOf(row))
  if (changed.length === 0) return row
  // What was there before the history began, as a seeded document, is its first version.
  await keepVersion(tx, row, { userId: null, changed: [] })
  const { archived, data, ...fields } = content
  const archivedAt = archived ? (written.archivedAt ?? row.archivedAt ?? now) : null
  const [saved] = await tx
    .update(siteDocuments)
    .set({
      ...fields,
      ...{ data: { ...data }, archivedAt, version: row.version + 1, updatedBy: actor.userId, updatedAt: now },
    })
    .where(eq(siteDocuments.id, row.id))
    .returning()
  if (!saved) throw noDocument()
  await keepVersion(tx, saved, { userId: actor.userId, changed, restoredFrom })
  await recordEdit(tx, 'site_document.changed', { row: saved, actor, now, details: { changed } })
  return saved
}

type Kept = {
  readonly userId: string | null
  readonly changed: readonly string[]
  readonly restoredFrom?: number | undefined
}

/** A version that is there already stays as it is. */
async function keepVersion(tx: Tx, row: DocumentRow, { userId, changed, restoredFrom }: Kept): Promise<void> {
  await tx
    .insert(siteDocumentVersions)
    .values({
      ...{ documentId: row.id, version: row.version, userId, content: contentOf(row) },
      ...{ changed: [...changed], restoredFrom: restoredFrom ?? null, createdAt: row.updatedAt },
    })
    .onConflictDoNothing()
}

type Edit = {
  readonly row: DocumentRow
  readonly actor: UserActor
  readonly now: Date
  readonly details?: Record<string, unknown>
}

async function recordEdit(tx: Tx, action: string, { row, actor, now, details = {} }: Edit): Promise<void> {
  const { id, site, collection, name } = row
  await recordAudit(tx, {
    ...{ action, now, actorUserId: actor.userId, objectType: 'site_document', objectId: id },
    details: { site, collection, name, ...details },
  })
}

/** Versions of documents that were saved since then are thinned: after it the rule lets nothing more go. */
const thinnedForMs = 40 * 24 * 3_600_000

/** Deletes the versions that are too close for their age. */
export async function thinDocumentVersions({ db, clock }: ContentDeps): Promise<void> {
  const now = clock.now()
  const since = new Date(now.getTime() - thinnedForMs)
  const saved = await db
    .selectDistinct({ id: siteDocumentVersions.documentId })
    .from(siteDocumentVersions)
    .where(gt(siteDocumentVersions.createdAt, since))
  for (const { id } of saved) await thinDocument(db, id, now)
}

async function thinDocument(db: Database, id: string, now: Date): Promise<void> {
  const { documentId, version, createdAt, restoredFrom } = siteDocumentVersions
  const versions = await db
    .select({ version, at: createdAt, restoredFrom })
    .from(siteDocumentVersions)
    .where(eq(documentId, id))
    .orderBy(asc(version))
  const thinned = listThinned(
    versions.map((one) => ({ ...one, isKept: one.restoredFrom !== null })),
    now,
  )
  if (thinned.length === 0) return
  await db.delete(siteDocumentVersions).where(and(eq(documentId, id), inArray(version, thinned)))
}
