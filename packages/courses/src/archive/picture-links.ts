import { pictureFolder } from '@freeor/storage/zip/open-package'

/** A picture of a lesson by its address here: the account that keeps it, and the file. */
const address =
  /\/api\/lesson-images\/(cmp_[0-9a-z]{1,56})\/([0-9a-z]{16}-[a-z0-9-]{1,80}\.(?:jpg|png|gif|webp|svg))/g
/** The same inside of a package. */
const packed = /(?<![\w./-])pictures\/([0-9a-z]{16}-[a-z0-9-]{1,80}\.(?:jpg|png|gif|webp|svg))/g

export type PictureAt = { readonly accountId: string; readonly fileName: string }

/** The pictures that a text shows, each once, in order. */
export function picturesIn(text: string): PictureAt[] {
  const found = new Map<string, PictureAt>()
  for (const [whole, accountId = '', fileName = ''] of text.matchAll(address))
    found.set(whole, { accountId, fileName })
  return [...found.values()]
}

/** A text whose pictures are those of its package. */
export const packPictures = (text: string): string => text.replaceAll(address, `${pictureFolder}$2`)

/** A text of a package with pictures where they are kept from now on. One that the package has not is left as it is. */
export const unpackPictures = (text: string, addressOf: (fileName: string) => string | undefined): string =>
  text.replaceAll(packed, (whole, fileName: string) => addressOf(fileName) ?? whole)
