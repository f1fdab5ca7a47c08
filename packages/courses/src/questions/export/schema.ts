import { z } from 'zod'

export const exportFormats = ['gift', 'moodle-xml', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What of the questions of a course a format can say. */
export const exportReport = z.object({
  format: z.enum(exportFormats),
  /** Written, read again and equal. */
  proven: z.int(),
  leftOut: z.int(),
  questions: z.array(
    z.object({
      questionId: z.string(),
      status: z.enum(['proven', 'left out']),
      /** Why it is left out. */
      reason: z.string().nullable(),
    }),
  ),
})

export type ExportReport = z.infer<typeof exportReport>
