import { listAuthorsCourses } from '@freeor/courses/authoring/courses/queries'
import { courseListAnswer, listCoursesQuery } from '@freeor/courses/authoring/courses/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const listCoursesOperation = coursesOperation({
  id: 'listCourses',
  method: 'get',
  path: '/api/courses',
  area: 'lessons',
  summary:
    "The courses of the account, for its authors; for super admins with `all`, every account's. For others there is nothing here",
  access: 'user',
  apiKeyScope: 'learning',
  query: listCoursesQuery,
  answer: courseListAnswer,
  async handle({ deps, user, company, query }) {
    const { companyId } = await company()
    return await listAuthorsCourses(deps.db, { actor: user(), companyId }, query)
  },
})
