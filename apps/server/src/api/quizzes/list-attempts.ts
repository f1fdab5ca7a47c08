import { listAttempts } from '@freeor/courses/attempts/queries'
import { attemptCard } from '@freeor/courses/attempts/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const listAttemptsOperation = coursesOperation({
  id: 'listAttempts',
  method: 'get',
  path: '/api/quiz-attempts',
  area: 'quizzes',
  summary: "The person's own attempts, newest first; with `newest`, only the newest one of each lesson",
  access: 'user',
  apiKeyScope: 'learning',
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(100),
    before: z.string().max(60).optional(),
    lessonId: z.string().max(60).optional(),
    newest: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .default(false),
  }),
  answer: z.object({ attempts: z.array(attemptCard) }),
  handle: async ({ deps, user, query }) => ({ attempts: await listAttempts(deps.db, user().userId, query) }),
})
