import { requireLessonEditor } from '@freeor/courses/authoring/require-editor'
import { searchBank } from '@freeor/courses/questions/bank/queries'
import { bankPage } from '@freeor/courses/questions/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { pageQuery } from './question-params.ts'

export const searchBankOperation = coursesOperation({
  id: 'searchBank',
  method: 'get',
  path: '/api/questions',
  area: 'questions',
  summary: 'The bank: all questions of the account that owns a lesson, but those of the lesson itself',
  access: 'user',
  query: z.strictObject({
    /** The lesson that questions are looked for: its account's are searched. */
    lessonId: z.string().max(60),
    q: z.string().max(500).default(''),
    ...pageQuery,
  }),
  answer: bankPage,
  async handle({ deps, user, query }) {
    const { lessonId, q: text, ...page } = query
    const { companyId } = await requireLessonEditor(deps.db, user(), lessonId)
    return await searchBank(deps.db, { companyId, text, withoutLesson: lessonId, ...page })
  },
})
