import { z } from 'zod'

/** Captions, or the chapters of a video. */
export const captionKind = z.enum(['captions', 'chapters'])

/** A tag of BCP 47, as `en` or `pt-BR`, in its usual spelling. */
export const captionLanguage = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z\d]{1,8}){0,4}$/, 'Please name the language as in en or pt-BR.')

/** Characters of a file: some ten hours of speech, or five in which the time of each word is written. */
const captionFileLength = 2_000_000

/** A file of WebVTT or SRT, and what viewers choose it by. */
export const captionsInput = z.strictObject({
  label: z.string().trim().min(1, 'Please give the captions a name.').max(100),
  file: z.string().max(captionFileLength, 'A file of captions may have 2,000,000 characters at most.'),
  /** Refused with `conflict` where there are some: undoing a deletion must not replace what somebody saved since. */
  onlyIfNone: z.boolean().optional(),
})

export type CaptionsInput = z.infer<typeof captionsInput>

export const captionsAnswer = z.object({
  id: z.string(),
  kind: captionKind,
  language: z.string(),
  label: z.string(),
  /** How many cues the file has. */
  cues: z.int(),
})

export type CaptionsAnswer = z.infer<typeof captionsAnswer>
