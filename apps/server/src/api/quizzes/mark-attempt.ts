import { markAttempt } from '@freeor/courses/attempts/commands'
import { attemptMarks, quizAttempt } from '@freeor/courses/attempts/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { attemptParams } from './attempt-params.ts'

export const markAttemptOperation = coursesOperation({
  id: 'markAttempt',
  method: 'patch',
  path: '/api/quiz-attempts/{attemptId}',
  area: 'quizzes',
  summary:
    'Makes an attempt a favourite or archives it, or takes that back. Changes nothing that is completed',
  access: 'user',
  apiKeyScope: 'learning',
  params: attemptParams,
  body: attemptMarks,
  answer: quizAttempt,
  handle: async ({ deps, user, params, body }) =>
    await markAttempt(deps, user().userId, { attemptId: params.attemptId, marks: body }),
})
