import { startAttempt } from '@freeor/courses/attempts/commands'
import { quizAttempt, startAttemptInput } from '@freeor/courses/attempts/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { learnerOf } from './attempt-params.ts'

export const startAttemptOperation = coursesOperation({
  id: 'startAttempt',
  method: 'post',
  path: '/api/quiz-attempts',
  area: 'quizzes',
  summary: 'Opens the quiz of a lesson: the attempt that is not graded, or a new one',
  access: 'user',
  provenAddress: true,
  apiKeyScope: 'learning',
  body: startAttemptInput,
  answer: quizAttempt,
  handle: async ({ deps, user, body }) => await startAttempt(deps, learnerOf(user()), body.lessonId),
})
