import { z } from 'zod'

export const lintRules = [
  'longest-option',
  'same-letter',
  'all-of-the-above',
  'double-negative',
  'equal-options',
  'no-explanation',
  'picture-without-text',
  'key-quoted',
  'no-key',
] as const

/** What a remark is about. */
export type LintRule = (typeof lintRules)[number]

export const lintAnswer = z.object({
  remarks: z.array(
    z.object({
      rule: z.enum(lintRules),
      /** The questions that it is about. */
      questionIds: z.array(z.string()),
      message: z.string(),
    }),
  ),
})
