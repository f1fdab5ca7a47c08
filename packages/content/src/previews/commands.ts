import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import { lt } from 'drizzle-orm'
import type { ContentDeps } from '../boards/commands.ts'
import type { BoardKey } from '../boards/queries.ts'
import { type ContentEditor, parseData } from '../editing/commands.ts'
import { getEdited, noDocument, requireEditing } from '../editing/queries.ts'
import { contentPreviews } from '../tables.ts'
import { type DocumentPreview, newDocumentId } from './schema.ts'

export type KeptPreview = {
  readonly boardKey: BoardKey
  readonly documentId: string
  readonly preview: DocumentPreview
}

/**
 * Keeps what its editor wants to see on the public page before it is saved. Only they see it; the next one of the same
 * document takes its place.
 * @throws AppError not_found, forbidden; invalid_request for fields that do not fit the collection
 */
export async function keepPreview(
  { db, clock }: ContentDeps,
  { actor, viewer }: ContentEditor,
  { boardKey, documentId, preview }: KeptPreview,
): Promise<void> {
  const content = { ...preview, data: parseData(boardKey.collection, preview.data) }
  await db.transaction(async (tx) => {
    await requireEditing(tx, boardKey, { viewer, kind: 'write' })
    if (documentId !== newDocumentId) {
      const { site, collection } = await getEdited(tx, documentId, viewer)
      if (site !== boardKey.site || collection !== boardKey.collection) throw noDocument()
    }
    const kept = { content, createdAt: clock.now() }
    await tx
      .insert(contentPreviews)
      .values({ userId: actor.userId, ...boardKey, documentId, ...kept })
      .onConflictDoUpdate({
        target: [
          contentPreviews.userId,
          contentPreviews.site,
          contentPreviews.collection,
          contentPreviews.documentId,
        ],
        set: kept,
      })
  })
}

const keptMs = 24 * 3_600_000

/** Deletes the previews that nobody looks at any more. */
export async function forgetPreviews({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs)
  await db.delete(contentPreviews).where(lt(contentPreviews.createdAt, before))
}
