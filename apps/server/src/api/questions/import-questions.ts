import { takeOutQuestions } from '@freeor/courses/questions/editing/take-out-questions'
import { beginImport, bringIn } from '@freeor/courses/questions/import/commands'
import { mostImportBytes } from '@freeor/courses/questions/import/limits'
import { bringInInput, broughtIn, importAccount, importQuery } from '@freeor/courses/questions/import/schema'
import { takeOutInput } from '@freeor/courses/questions/schema'
import { readBytes } from '../../http/read-bytes.ts'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { importParams, lessonParams } from './question-params.ts'

export const importQuestionsOperation = coursesOperation({
  id: 'importQuestions',
  method: 'post',
  path: '/api/question-imports',
  area: 'questions',
  summary:
    'Reads a file of questions (GIFT, Moodle XML, Aiken, QTI 1.2 to 3.0, their packages, Common Cartridge, CSV, XLSX) and accounts for each of its bytes. Nothing is in the lesson yet',
  access: 'user',
  query: importQuery,
  consumes: 'application/octet-stream',
  answer: importAccount,
  status: 201,
  async handle({ deps, user, query: { lessonId, name }, request }) {
    const bytes = await readBytes(request, mostImportBytes)
    return await beginImport(deps, user(), { lessonId, file: { name, bytes } })
  },
})

export const bringInQuestionsOperation = coursesOperation({
  id: 'bringInQuestions',
  method: 'post',
  path: '/api/question-imports/{importId}/questions',
  area: 'questions',
  summary: 'Brings the chosen questions of a file into a lesson, all or none',
  access: 'user',
  params: importParams,
  body: bringInInput,
  maxBodyBytes: 2_000_000,
  answer: broughtIn,
  status: 201,
  handle: async ({ deps, user, params, body }) =>
    await bringIn(deps, user(), { ...params, lessonId: body.lessonId, chosen: body.questions }),
})

export const takeOutQuestionsOperation = coursesOperation({
  id: 'takeOutQuestions',
  method: 'post',
  path: '/api/lessons/{lessonId}/questions/take-out',
  area: 'questions',
  summary:
    'Takes questions that came in together out of their lesson again, all or none: 409 where a learner was asked one of them or one was changed since',
  access: 'user',
  params: lessonParams,
  body: takeOutInput,
  maxBodyBytes: 1_000_000,
  status: 204,
  async handle({ deps, user, params, body }) {
    await takeOutQuestions(deps, user(), { ...params, ...body })
    return new Response(null, { status: 204 })
  },
})
