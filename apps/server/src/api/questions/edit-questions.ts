import { requireLessonEditor } from '@freeor/courses/authoring/require-editor'
import {
  addQuestion,
  changeQuestion,
  duplicateQuestion,
  moveQuestion,
  removeQuestion,
} from '@freeor/courses/questions/editing/commands'
import { listQuestionsOf, listQuestionVersions } from '@freeor/courses/questions/editing/queries'
import {
  authorQuestion,
  lessonQuestions,
  moveQuestionInput,
  newQuestionInput,
  questionChange,
  questionVersionsAnswer,
} from '@freeor/courses/questions/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { lessonParams, pageQuery, questionParams } from './question-params.ts'

const area = 'questions'
const access = 'user'

export const listQuestionsOperation = coursesOperation({
  id: 'listQuestions',
  method: 'get',
  path: '/api/lessons/{lessonId}/questions',
  area,
  summary: 'The questions of a lesson in order, with their keys. For whoever edits the lesson',
  access,
  params: lessonParams,
  query: z.strictObject(pageQuery),
  answer: lessonQuestions,
  async handle({ deps, user, params, query }) {
    await requireLessonEditor(deps.db, user(), params.lessonId)
    return await listQuestionsOf(deps.db, { ...params, ...query })
  },
})

export const addQuestionOperation = coursesOperation({
  id: 'addQuestion',
  method: 'post',
  path: '/api/lessons/{lessonId}/questions',
  area,
  summary:
    "A new question: with the default text unless told, or with `copyOf` a copy of one from the account's bank",
  access,
  params: lessonParams,
  body: newQuestionInput,
  answer: authorQuestion,
  status: 201,
  handle: async ({ deps, user, params, body }) => await addQuestion(deps, user(), { ...params, input: body }),
})

export const changeQuestionOperation = coursesOperation({
  id: 'changeQuestion',
  method: 'patch',
  path: '/api/questions/{questionId}',
  area,
  summary:
    'What the question says, as a new version: attempts that began keep theirs. 409 with `current` when somebody else changed it meanwhile',
  access,
  params: questionParams,
  body: questionChange,
  answer: authorQuestion,
  handle: async ({ deps, user, params, body }) =>
    await changeQuestion(deps, user(), { ...params, change: body }),
})

export const listQuestionVersionsOperation = coursesOperation({
  id: 'listQuestionVersions',
  method: 'get',
  path: '/api/questions/{questionId}/versions',
  area,
  summary: 'What the question said before, newest first. For whoever edits its lesson',
  access,
  params: questionParams,
  query: z.strictObject({
    before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  answer: questionVersionsAnswer,
  handle: async ({ deps, user, params, query }) =>
    await listQuestionVersions(deps.db, user(), { ...params, ...query }),
})

export const removeQuestionOperation = coursesOperation({
  id: 'removeQuestion',
  method: 'delete',
  path: '/api/questions/{questionId}',
  area,
  summary: 'Removes the question from its lesson. The last one of a published lesson stays',
  access,
  params: questionParams,
  status: 204,
  async handle({ deps, user, params }) {
    await removeQuestion(deps, user(), params.questionId)
    return new Response(null, { status: 204 })
  },
})

export const moveQuestionOperation = coursesOperation({
  id: 'moveQuestion',
  method: 'post',
  path: '/api/questions/{questionId}/move',
  area,
  summary: 'Puts the question behind another of its lesson, or first',
  access,
  params: questionParams,
  body: moveQuestionInput,
  answer: authorQuestion,
  handle: async ({ deps, user, params, body }) => await moveQuestion(deps, user(), { ...params, ...body }),
})

export const duplicateQuestionOperation = coursesOperation({
  id: 'duplicateQuestion',
  method: 'post',
  path: '/api/questions/{questionId}/duplicate',
  area,
  summary: 'A copy of the question, right behind it',
  access,
  params: questionParams,
  answer: authorQuestion,
  status: 201,
  handle: async ({ deps, user, params }) => await duplicateQuestion(deps, user(), params.questionId),
})
