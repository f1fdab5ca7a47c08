import { reportProgress } from '@freeor/courses/progress/commands'
import { progressAnswer, progressReport } from '@freeor/courses/progress/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { learnersLesson, lessonParams } from './lesson-params.ts'

export const reportProgressOperation = coursesOperation({
  id: 'reportProgress',
  method: 'put',
  path: '/api/lessons/{lessonId}/progress',
  area: 'lessons',
  summary:
    'Where the person is in the video, and what they played since the last report: it counts as watched as far as the time since then allows',
  access: 'user',
  apiKeyScope: 'learning',
  params: lessonParams,
  body: progressReport,
  answer: progressAnswer,
  handle: async ({ deps, user, params, body }) =>
    await reportProgress(deps, learnersLesson(user(), params), body),
})
