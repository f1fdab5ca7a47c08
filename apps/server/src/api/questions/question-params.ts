import { z } from 'zod'

const id = z.string().max(60)

export const questionParams = z.strictObject({ questionId: id })
export const lessonParams = z.strictObject({ lessonId: id })
export const courseParams = z.strictObject({ courseId: id })
export const importParams = z.strictObject({ importId: id })

/** A page of a list: from a place on, counted from 0. */
export const pageQuery = {
  from: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(200),
}
