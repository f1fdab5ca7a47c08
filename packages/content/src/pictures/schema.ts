import { sites } from '@freeor/kernel/site'
import { pictureFileName } from '@freeor/storage/pictures/file-name'
import { z } from 'zod'
import { collectionNames } from '../schema.ts'

/** What is asked for with the bytes. */
export const documentPictureUpload = z.strictObject({
  site: z.enum(sites),
  /** The collection whose documents will show it. */
  collection: z.enum(collectionNames),
  /** As the file was called. */
  name: z.string().max(300),
})

/** A picture that was taken. */
export const documentPictureAnswer = z.object({
  /** Its address on this site, for a document's picture and for Markdown. */
  src: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** What its author should know, e.g. of a TIFF with several pages. */
  notice: z.string().nullable(),
})
export type DocumentPicture = z.infer<typeof documentPictureAnswer>

export const documentPictureParams = z.strictObject({
  site: z.enum(sites),
  fileName: z.string().max(200).regex(pictureFileName),
})
