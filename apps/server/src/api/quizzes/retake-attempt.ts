import { retakeAttempt } from '@freeor/courses/attempts/commands'
import { quizAttempt } from '@freeor/courses/attempts/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { attemptParams, learnerOf } from './attempt-params.ts'

export const retakeAttemptOperation = coursesOperation({
  id: 'retakeAttempt',
  method: 'post',
  path: '/api/quiz-attempts/{attemptId}/retake',
  area: 'quizzes',
  summary: 'A new attempt at the quiz of a graded one, without its choices. The graded one stays',
  access: 'user',
  provenAddress: true,
  apiKeyScope: 'learning',
  params: attemptParams,
  answer: quizAttempt,
  handle: async ({ deps, user, params }) => await retakeAttempt(deps, learnerOf(user()), params.attemptId),
})
