import { answerQuestion } from '@freeor/courses/attempts/answer-question'
import { answerAnswer, answerInput } from '@freeor/courses/attempts/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { attemptQuestionParams } from './attempt-params.ts'

export const answerQuestionOperation = coursesOperation({
  id: 'answerQuestion',
  method: 'put',
  path: '/api/quiz-attempts/{attemptId}/answers/{questionId}',
  area: 'quizzes',
  summary:
    'A click on an option. Each (device, number) is applied once; an answer of another device that this one had not seen is kept as a conflict. 409 with `graded` once it is too late',
  access: 'user',
  apiKeyScope: 'learning',
  params: attemptQuestionParams,
  body: answerInput,
  answer: answerAnswer,
  handle: async ({ deps, user, params, body }) =>
    await answerQuestion(deps, user().userId, { ...params, ...body }),
})
