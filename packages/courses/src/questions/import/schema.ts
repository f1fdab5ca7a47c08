import { z } from 'zod'

/** A file of questions, for a lesson: its bytes are the body. */
export const importQuery = z.strictObject({
  lessonId: z.string().max(60),
  /** The name of the file: a hint to its format. */
  name: z.string().min(1).max(300),
})

const span = z.object({
  /** In bytes of the file. Spans are in order and leave nothing out. */
  from: z.int(),
  to: z.int(),
  /** It comes in, comes in changed, is ignored by a rule, or is refused. */
  fate: z.enum(['in', 'changed', 'ignored', 'refused']),
  /** How it is changed, by which rule it is ignored, or why it is refused. */
  notes: z.array(z.string()),
  /** The line it begins on, from 1; null for what is no text. */
  line: z.int().nullable(),
  /** The position in `questions` of the question that was read here. */
  question: z.int().nullable(),
  /** What stands there; null for what is no text, and past the first 400,000 characters of the whole. */
  text: z.string().nullable(),
})

const fates = z.object({ in: z.int(), changed: z.int(), ignored: z.int(), refused: z.int() })

/** What becomes of a file, byte by byte. Nothing is brought in yet. */
export const importAccount = z.object({
  importId: z.string(),
  format: z.string(),
  /** The file, or the files of a package, unpacked. */
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.int(),
      format: z.string(),
      encoding: z.string().nullable(),
      spans: z.array(span),
    }),
  ),
  /** Of all files: how many bytes have which fate. They sum up to `bytes`. */
  sum: fates.extend({ bytes: z.int() }),
  /** How many questions come in, come in changed, and are refused. */
  counts: z.object({ in: z.int(), changed: z.int(), refused: z.int() }),
  questions: z.array(
    z.object({
      question: z.string(),
      options: z.array(z.string()),
      /** The position of the correct option, from 0. */
      answer: z.int(),
      explanation: z.string().nullable(),
    }),
  ),
})

export type ImportAccount = z.infer<typeof importAccount>

/** Which of the questions are brought in, by their positions, in this order; all of them without `questions`. */
export const bringInInput = z.strictObject({
  lessonId: z.string().max(60),
  questions: z.array(z.int().min(0)).max(60_000).optional(),
})

export const broughtIn = z.object({ added: z.int(), lessonId: z.string(), questionIds: z.array(z.string()) })
