import { recordAudit } from '@freeor/accounts/commands'
import type { UserActor } from '@freeor/kernel/actor'
import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import { and, eq, sql } from 'drizzle-orm'
import { tellContent } from '../live/content-notices.ts'
import type { ContentLive } from '../live/ports.ts'
import { type ContentViewer, defaultPermissions } from '../permissions.ts'
import { contentBoards, siteDocuments } from '../tables.ts'
import { atBoard, type BoardKey, toBoard } from './queries.ts'
import type { BoardChange, ContentBoard } from './schema.ts'

export type ContentDeps = {
  readonly db: Database
  readonly clock: Clock
  /** Told after the commit. */
  readonly live?: ContentLive
}

type Changing = { readonly actor: UserActor; readonly viewer: ContentViewer; readonly change: BoardChange }

/** Changes how a board is shown and who may do what in it. For super admins: the caller asks for one. */
export async function changeBoard(
  { db, clock, live }: ContentDeps,
  boardKey: BoardKey,
  { actor, viewer, change }: Changing,
): Promise<ContentBoard> {
  const now = clock.now()
  const board = await db.transaction(async (tx) => {
    const first = { ...boardKey, permissions: defaultPermissions, updatedAt: now }
    await tx.insert(contentBoards).values(first).onConflictDoNothing()
    const { archived, permissions, ...fields } = change
    const [row] = await tx
      .update(contentBoards)
      .set({
        ...fields,
        ...(archived !== undefined && { archivedAt: archived ? now : null }),
        // In one statement: two admins who change different lists keep both.
        ...(permissions && {
          permissions: sql`${contentBoards.permissions} || ${JSON.stringify(permissions)}::jsonb`,
        }),
        updatedAt: now,
      })
      .where(atBoard(boardKey))
      .returning()
    await recordAudit(tx, {
      ...{ action: 'content_board.changed', now, actorUserId: actor.userId },
      ...{
        objectType: 'content_board',
        objectId: `${boardKey.site}/${boardKey.collection}`,
        details: { ...change },
      },
    })
    const isOfBoard = and(
      eq(siteDocuments.site, boardKey.site),
      eq(siteDocuments.collection, boardKey.collection),
    )
    const documents = await tx.$count(siteDocuments, isOfBoard)
    return toBoard(boardKey, row, { viewer, documents })
  })
  tellContent(live, boardKey)
  return board
}
