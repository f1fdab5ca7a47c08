import { listAccountLessons } from '@freeor/courses/authoring/course-lessons/queries'
import { accountLesson, listAccountLessonsQuery } from '@freeor/courses/authoring/course-lessons/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const listAccountLessonsOperation = coursesOperation({
  id: 'listAccountLessons',
  method: 'get',
  path: '/api/lessons',
  area: 'authoring',
  summary:
    "The lessons of the account, drafts too, with the courses they stand in: for the account's authors",
  access: 'user',
  query: listAccountLessonsQuery,
  answer: z.object({ lessons: z.array(accountLesson) }),
  async handle({ deps, user, company, query }) {
    const { companyId } = await company()
    return { lessons: await listAccountLessons(deps.db, { actor: user(), companyId }, query) }
  },
})
