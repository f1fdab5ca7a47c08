import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { pictureFolder } from '@freeor/storage/zip/open-package'
import type { ZipEntry } from '@freeor/storage/zip/write-zip'
import { eq } from 'drizzle-orm'
import { documentPictureKey } from '../pictures/commands.ts'
import { collectionNames } from '../schema.ts'
import { contentBoards, siteDocuments } from '../tables.ts'
import type { ArchivedBoard, ArchivedDocument, ArchivedSite, SiteArchiveDeps } from './ports.ts'
import { picturesOf, writeSiteFiles } from './site-files.ts'

type BoardRow = typeof contentBoards.$inferSelect
type DocumentRow = typeof siteDocuments.$inferSelect

export const toArchivedBoard = (row: BoardRow): ArchivedBoard => ({
  ...{ name: row.name, description: row.description, themeColor: row.themeColor, favorite: row.favorite },
  ...{ archived: row.archivedAt?.toISOString() ?? null, permissions: row.permissions },
})

export const toArchivedDocument = (row: DocumentRow): ArchivedDocument => ({
  ...{ key: row.key, name: row.name, description: row.description, themeColor: row.themeColor },
  ...{ favorite: row.favorite, archived: row.archivedAt?.toISOString() ?? null, data: row.data },
})

/** All documents of a site with their boards, archived ones among them. Collections that have neither are left out. */
async function readArchivedSite(tx: Tx, site: Site): Promise<ArchivedSite> {
  const boards = await tx.select().from(contentBoards).where(eq(contentBoards.site, site))
  const rows = await tx.select().from(siteDocuments).where(eq(siteDocuments.site, site))
  const collections = collectionNames.map((collection) => {
    const board = boards.find((one) => one.collection === collection)
    return {
      ...{ collection, board: board ? toArchivedBoard(board) : null },
      documents: rows.filter((row) => row.collection === collection).map(toArchivedDocument),
    }
  })
  return { site, collections: collections.filter(({ board, documents }) => board || documents.length > 0) }
}

/** A site's content as a package. The caller asks for a super admin: it has permission lists and the archive. */
export async function exportSitePackage(
  { db, files }: Pick<SiteArchiveDeps, 'db' | 'files'>,
  site: Site,
): Promise<ZipEntry[]> {
  const archived = await readArchivedSite(db, site)
  const entries: ZipEntry[] = writeSiteFiles(archived).map(({ name, text }) => ({
    ...{ name, bytes: Buffer.from(text) },
  }))
  for (const fileName of picturesOf(archived)) {
    const key = documentPictureKey(site, fileName)
    if (await files.stat(key))
      entries.push({
        ...{ name: `${pictureFolder}${fileName}`, open: async () => await files.read(key), isStored: true },
      })
  }
  return entries
}
