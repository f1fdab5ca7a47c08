import { pictureFileName } from '@freeor/storage/pictures/file-name'
import { z } from 'zod'

/** What is asked for with the bytes. */
export const imageUpload = z.strictObject({
  /** The lesson it is for: its account keeps the file. */
  lessonId: z.string().max(60),
  /** As the file was called. */
  name: z.string().max(300),
})

/** A picture that was taken. */
export const imageAnswer = z.object({
  /** Its address on this site, for `videoThumb` and for Markdown. */
  src: z.string(),
  /** The same as PNG or JPEG, for mail and share images; the address itself where it is none of SVG. */
  raster: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** What the author should know, e.g. of a TIFF with several pages. */
  notice: z.string().nullable(),
})

export type ImageAnswer = z.infer<typeof imageAnswer>

export const imageFileParams = z.strictObject({
  accountId: z.string().regex(/^cmp_[0-9a-z]{1,56}$/),
  fileName: z.string().max(200).regex(pictureFileName),
})
