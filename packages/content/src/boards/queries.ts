import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { and, count, eq } from 'drizzle-orm'
import { type ContentViewer, defaultPermissions, isGranted, type Permissions } from '../permissions.ts'
import type { Collection } from '../schema.ts'
import { contentBoards, siteDocuments } from '../tables.ts'
import type { ContentBoard } from './schema.ts'

export type BoardKey = { readonly site: Site; readonly collection: Collection }

export const atBoard = ({ site, collection }: BoardKey) =>
  and(eq(contentBoards.site, site), eq(contentBoards.collection, collection))

/** Who may do what with the documents of a collection. */
export async function readPermissions(tx: Tx, boardKey: BoardKey): Promise<Permissions> {
  const [row] = await tx
    .select({ permissions: contentBoards.permissions })
    .from(contentBoards)
    .where(atBoard(boardKey))
  return row?.permissions ?? defaultPermissions
}

export type SiteCollections = {
  readonly site: Site /** Those that its pages show. */
  readonly collections: readonly Collection[]
}

/** The boards of a site that the viewer may write or delete in, in the order of the collections. */
export async function listBoards(
  tx: Tx,
  { site, collections }: SiteCollections,
  viewer: ContentViewer,
): Promise<ContentBoard[]> {
  const [rows, counts] = [
    await tx.select().from(contentBoards).where(eq(contentBoards.site, site)),
    await tx
      .select({ collection: siteDocuments.collection, documents: count() })
      .from(siteDocuments)
      .where(eq(siteDocuments.site, site))
      .groupBy(siteDocuments.collection),
  ]
  const boards = collections.map((collection) => {
    const row = rows.find((one) => one.collection === collection)
    const documents = counts.find((one) => one.collection === collection)?.documents ?? 0
    return toBoard({ site, collection }, row, { viewer, documents })
  })
  return boards.filter(({ may }) => may.write || may.delete)
}

type BoardRow = typeof contentBoards.$inferSelect

export function toBoard(
  boardKey: BoardKey,
  row: BoardRow | undefined,
  { viewer, documents }: { readonly viewer: ContentViewer; readonly documents: number },
): ContentBoard {
  const permissions = row?.permissions ?? defaultPermissions
  const { read, write, delete: deletes } = permissions
  return {
    ...boardKey,
    name: row?.name ?? '',
    description: row?.description ?? '',
    themeColor: row?.themeColor ?? 'light',
    favorite: row?.favorite ?? false,
    archived: row?.archivedAt != null,
    _archived: row?.archivedAt?.toISOString() ?? null,
    permissions: { read: [...read], write: [...write], delete: [...deletes] },
    may: {
      write: isGranted(permissions, 'write', viewer),
      delete: isGranted(permissions, 'delete', viewer),
      manage: viewer.isSuperAdmin,
    },
    documents,
  }
}
