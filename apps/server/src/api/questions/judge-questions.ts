import { requireLessonEditor } from '@freeor/courses/authoring/require-editor'
import { readViewing } from '@freeor/courses/progress/viewing/queries'
import { viewingAnswer } from '@freeor/courses/progress/viewing/schema'
import { listQuestionsOf } from '@freeor/courses/questions/editing/queries'
import { lintQuiz } from '@freeor/courses/questions/linter/lint-quiz'
import { lintAnswer } from '@freeor/courses/questions/linter/schema'
import { regradeQuestion } from '@freeor/courses/questions/regrade/commands'
import { regradeAnswer, regradeInput } from '@freeor/courses/questions/regrade/schema'
import { countedAttempts } from '@freeor/courses/questions/statistics/limits'
import { readStatistics } from '@freeor/courses/questions/statistics/queries'
import { quizStatistics } from '@freeor/courses/questions/statistics/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { lessonParams, questionParams } from './question-params.ts'

/** A lesson with more is a store of questions. */
const mostLinted = 1_000

export const lintQuestionsOperation = coursesOperation({
  id: 'lintQuestions',
  method: 'get',
  path: '/api/lessons/{lessonId}/questions/remarks',
  area: 'questions',
  summary: 'What an author may want to look at before anybody answers, in the first 1,000 questions',
  access: 'user',
  params: lessonParams,
  answer: lintAnswer,
  async handle({ deps, user, params }) {
    await requireLessonEditor(deps.db, user(), params.lessonId)
    const { questions } = await listQuestionsOf(deps.db, { ...params, from: 0, limit: mostLinted })
    return {
      remarks: lintQuiz(questions).map((remark) => ({ ...remark, questionIds: [...remark.questionIds] })),
    }
  },
})

export const readStatisticsOperation = coursesOperation({
  id: 'readStatistics',
  method: 'get',
  path: '/api/lessons/{lessonId}/statistics',
  area: 'questions',
  summary: 'The statistics of a quiz and of its questions as Moodle defines them, over graded attempts',
  access: 'user',
  params: lessonParams,
  query: z.strictObject({ attempts: z.enum(countedAttempts).default('first') }),
  answer: quizStatistics,
  async handle({ deps, user, params, query }) {
    await requireLessonEditor(deps.db, user(), params.lessonId)
    return await readStatistics(deps.db, { ...params, counted: query.attempts })
  },
})

export const readViewingOperation = coursesOperation({
  id: 'readViewing',
  method: 'get',
  path: '/api/lessons/{lessonId}/viewing',
  area: 'questions',
  summary: 'Where the viewers of a lesson’s video are and where they leave it, in hundredths of its length',
  access: 'user',
  params: lessonParams,
  answer: viewingAnswer,
  async handle({ deps, user, params }) {
    await requireLessonEditor(deps.db, user(), params.lessonId)
    return await readViewing(deps.db, params.lessonId)
  },
})

export const regradeQuestionOperation = coursesOperation({
  id: 'regradeQuestion',
  method: 'post',
  path: '/api/questions/{questionId}/regrade',
  area: 'questions',
  summary:
    'Who is affected by a corrected key; with `apply`, grades them anew: answers and old grades are kept, certificates stay as they are',
  access: 'user',
  params: questionParams,
  body: regradeInput,
  answer: regradeAnswer,
  handle: async ({ deps, user, params, body }) => await regradeQuestion(deps, user(), { ...params, ...body }),
})
