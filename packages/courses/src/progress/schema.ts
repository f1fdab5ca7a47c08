import { z } from 'zod'
import { noteLength } from './limits.ts'

/** The longest video, in seconds: a day. */
const second = z.number().min(0).max(86_400)

/** What a player tells of itself: where it is, and what it played since it told last. */
export const progressReport = z.strictObject({
  positionSeconds: second,
  /** Of the video as the player knows it. */
  durationSeconds: second.optional(),
  /** The parts of the video that were played, each at its rate. An empty list begins the count. */
  played: z
    .array(z.strictObject({ from: second, to: second, rate: z.number().min(0.25).max(4) }))
    .max(200)
    .default([]),
})

export type ProgressReport = z.output<typeof progressReport>

export const progressAnswer = z.object({
  positionSeconds: z.number(),
  /** Ranges `[from, to]` in seconds: in order, disjoint. */
  ranges: z.array(z.tuple([z.number(), z.number()])),
  /** Share of the video, 0 to 1; null while its length is unknown. */
  watched: z.number().min(0).max(1).nullable(),
})

export type ProgressAnswer = z.infer<typeof progressAnswer>

const noteText = z.string().max(noteLength)

/** A note at a second of the video or of the lesson as a whole; without a text it is a bookmark. */
export const noteInput = z
  .strictObject({ second: second.optional(), text: noteText.default('') })
  .refine(({ second: at, text }) => at !== undefined || text.trim() !== '', {
    message: 'A bookmark names a second, a note has a text',
  })

export const noteChange = z.strictObject({ text: noteText })

export const noteAnswer = z.object({
  id: z.string(),
  lessonId: z.string(),
  second: z.number().nullable(),
  /** Empty for a bookmark. */
  text: z.string(),
  created: z.iso.datetime(),
  lastUpdated: z.iso.datetime(),
})

export type NoteAnswer = z.infer<typeof noteAnswer>
