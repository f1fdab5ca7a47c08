import { gradeAttempt } from '@freeor/courses/attempts/grade-attempt'
import { gradeInput, quizAttempt } from '@freeor/courses/attempts/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { attemptParams } from './attempt-params.ts'

export const gradeAttemptOperation = coursesOperation({
  id: 'gradeAttempt',
  method: 'post',
  path: '/api/quiz-attempts/{attemptId}/grade',
  area: 'quizzes',
  summary:
    "Grades an attempt, once. 409 with `waitingFor` until the device's last click was applied, with `conflicts` while answers of two devices wait for a choice",
  access: 'user',
  apiKeyScope: 'learning',
  params: attemptParams,
  body: gradeInput,
  answer: quizAttempt,
  handle: async ({ deps, user, params, body }) =>
    await gradeAttempt(deps, user().userId, { ...params, ...body }),
})
