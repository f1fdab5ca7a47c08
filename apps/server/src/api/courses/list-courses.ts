import { listCourses } from '@freeor/courses/catalog/queries'
import { courseAnswer } from '@freeor/courses/catalog/schema'
import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const listCoursesOperation = coursesOperation({
  id: 'listCourses',
  method: 'get',
  path: '/api/courses',
  area: 'lessons',
  summary:
    "The account's courses that are not archived, or with `all`, every account's. For super admins; for others there is nothing here",
  access: 'user',
  apiKeyScope: 'learning',
  query: z.strictObject({ archived: flag.default(false), all: flag.default(false) }),
  answer: z.object({ courses: z.array(courseAnswer) }),
  async handle({ deps, user, company, query }) {
    const { superAdmin, impersonatedBy } = user()
    if (!superAdmin || impersonatedBy !== undefined) throw new AppError('not_found', 'There is nothing here.')
    const { archived } = query
    if (query.all) return { courses: await listCourses(deps.db, { archived }) }
    const { companyId } = await company()
    return { courses: await listCourses(deps.db, { companyId, archived }) }
  },
})
