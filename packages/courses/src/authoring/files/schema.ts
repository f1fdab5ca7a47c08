import { z } from 'zod'
import { imageAnswer } from '../images/schema.ts'

/** Only ids of ours: tus itself would take `..%2Fname` for a file outside the folder. The middle part is its user's. */
export const lessonUploadId = z
  .string()
  .max(100)
  .regex(/^up_[0-9a-z]+_[0-9a-z]+$/)

/** What became of an uploaded file. */
export const takenFile = z.discriminatedUnion('kind', [
  imageAnswer.extend({ kind: z.literal('picture') }),
  z.object({
    kind: z.literal('file'),
    /** Its address on this site, for a link in the lesson's text. */
    src: z.string(),
    /** As its author called it. */
    name: z.string(),
    bytes: z.int(),
  }),
])

export type TakenFile = z.infer<typeof takenFile>

export const lessonFileParams = z.strictObject({
  accountId: z.string().regex(/^cmp_[0-9a-z]{1,56}$/),
  fileName: z
    .string()
    .max(200)
    .regex(/^[a-z2-7]{16}-[a-z0-9-]{1,80}\.[a-z0-9]{1,5}$/),
})
