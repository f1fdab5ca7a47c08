import { z } from 'zod'

export const regradeInput = z.strictObject({
  /** Only says who is affected, unless told otherwise. */
  apply: z.boolean().default(false),
  /** The versions whose attempts are graded anew; all that have the option unless told. */
  versions: z.array(z.int().min(1)).max(1000).optional(),
  /** With `apply`: the `affected` of the preview. If it is another number by now, nothing is changed. */
  affected: z.int().min(0).optional(),
  /** With `apply`: for the audit log, and told to the learner. */
  reason: z.string().trim().min(1).max(1000).optional(),
})

const regradedVersion = z.object({
  version: z.int(),
  question: z.string(),
  /** The id of the option that counted as correct. */
  keyBefore: z.string(),
  /** Graded attempts that asked it. */
  graded: z.int(),
  /** Attempts that are not graded yet: they are graded by the new key. */
  open: z.int(),
  /** Whether it has the option that is correct now; otherwise its attempts stay as they are. */
  hasKey: z.boolean(),
})

const regradedAttempt = z.object({
  attemptId: z.string(),
  learner: z.string(),
  scoreBefore: z.int(),
  scoreAfter: z.int(),
  questions: z.int(),
  gradedAt: z.iso.datetime(),
  /** A certificate that names this attempt: it keeps what it says. */
  certificate: z.string().nullable(),
})

export const regradeAnswer = z.object({
  questionId: z.string(),
  /** The id of the option that is correct now. */
  key: z.string(),
  applied: z.boolean(),
  versions: z.array(regradedVersion),
  /** Attempts that are graded anew: those whose key was another. */
  affected: z.int(),
  raised: z.int(),
  lowered: z.int(),
  /** Open attempts that will be graded by the new key. */
  open: z.int(),
  /** Those whose score changes, the first 1,000. */
  attempts: z.array(regradedAttempt),
})

export type RegradeAnswer = z.infer<typeof regradeAnswer>
