import { getAttempt } from '@freeor/courses/attempts/queries'
import { quizAttempt } from '@freeor/courses/attempts/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { attemptParams } from './attempt-params.ts'

export const readAttemptOperation = coursesOperation({
  id: 'readAttempt',
  method: 'get',
  path: '/api/quiz-attempts/{attemptId}',
  area: 'quizzes',
  summary: "One's own attempt with its questions; the key and the explanations once it is graded",
  access: 'user',
  apiKeyScope: 'learning',
  params: attemptParams,
  answer: quizAttempt,
  handle: async ({ deps, user, params }) => await getAttempt(deps.db, user().userId, params.attemptId),
})
