import type { Site } from '@freeor/kernel/site'
import { type PictureDeps, takePicture } from '@freeor/storage/pictures/take-picture'
import type { ContentDeps } from '../boards/commands.ts'
import type { BoardKey } from '../boards/queries.ts'
import type { ContentEditor } from '../editing/commands.ts'
import { requireEditing } from '../editing/queries.ts'
import type { DocumentPicture } from './schema.ts'

export type NewDocumentPicture = {
  readonly boardKey: BoardKey
  readonly name: string
  /** Read only once the user may upload. */
  readonly bytes: () => Promise<Buffer>
}

/** Where a site keeps the pictures of its documents. */
export const documentPictureFolder = (site: Site): string => `content/${site}`

/** The key of a picture in the file store. */
export const documentPictureKey = (site: Site, fileName: string): string =>
  `${documentPictureFolder(site)}/${fileName}`

/** Its address. */
export const documentPicturePath = (site: Site, fileName: string): string =>
  `/api/content-pictures/${site}/${fileName}`

/**
 * Takes a picture for the documents of a collection, written anew and without metadata.
 * @throws AppError not_found, forbidden; invalid_request for what is no picture, or too large a one
 */
export async function takeDocumentPicture(
  deps: Pick<ContentDeps, 'db'> & PictureDeps,
  { actor, viewer }: ContentEditor,
  { boardKey, name, bytes }: NewDocumentPicture,
): Promise<DocumentPicture> {
  await requireEditing(deps.db, boardKey, { viewer, kind: 'write' })
  const picture = {
    userId: actor.userId,
    folder: documentPictureFolder(boardKey.site),
    name,
    bytes: await bytes(),
  }
  const { fileName, rasterName: _, ...taken } = await takePicture(deps, picture)
  return { ...taken, src: documentPicturePath(boardKey.site, fileName) }
}
