import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const readIntroductionVideoOperation = coursesOperation({
  id: 'readIntroductionVideo',
  method: 'get',
  path: '/api/introduction-video',
  area: 'content',
  summary: 'The frame of the Loom video on how the site works; null until the operator has set one',
  access: 'public',
  answer: z.object({ loomUrl: z.string().nullable() }),
  handle: async ({ deps: { introductionVideo } }) => ({ loomUrl: introductionVideo ?? null }),
})
