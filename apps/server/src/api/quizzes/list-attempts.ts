import { listAttempts } from '@freeor/courses/attempts/queries'
import { attemptCard, listAttemptsQuery } from '@freeor/courses/attempts/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const listAttemptsOperation = coursesOperation({
  id: 'listAttempts',
  method: 'get',
  path: '/api/quiz-attempts',
  area: 'quizzes',
  summary:
    "The person's own attempts, newest first unless told; with `newest`, only the newest one of each lesson",
  access: 'user',
  apiKeyScope: 'learning',
  query: listAttemptsQuery,
  answer: z.object({ attempts: z.array(attemptCard) }),
  handle: async ({ deps, user, query }) => ({ attempts: await listAttempts(deps.db, user().userId, query) }),
})
