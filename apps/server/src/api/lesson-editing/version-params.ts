import { z } from 'zod'
import { lessonParams } from '../lessons/lesson-params.ts'

export const versionParams = lessonParams.extend({
  version: z.coerce.number().int().min(1).max(1_000_000_000),
})
