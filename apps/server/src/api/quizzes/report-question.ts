import { reportQuestion } from '@freeor/courses/attempts/report-question'
import { questionReportInput } from '@freeor/courses/attempts/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { attemptQuestionParams } from './attempt-params.ts'

export const reportQuestionOperation = coursesOperation({
  id: 'reportQuestion',
  method: 'post',
  path: '/api/quiz-attempts/{attemptId}/questions/{questionId}/report',
  area: 'quizzes',
  summary: '"Something is wrong with this question": mailed to the author, with the attempt and the version',
  access: 'user',
  apiKeyScope: 'learning',
  provenAddress: true,
  params: attemptQuestionParams,
  body: questionReportInput,
  answer: z.object({ id: z.string() }),
  status: 201,
  handle: async ({ deps, user, params, body }) =>
    await reportQuestion(deps, user().userId, { ...params, ...body }),
})
