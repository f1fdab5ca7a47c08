import { listOwnCourses } from '@freeor/courses/organizations/members/list-course-choices'
import { ownCourses } from '@freeor/courses/organizations/members/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf } from '../courses/course-params.ts'

export const listOwnCoursesOperation = coursesOperation({
  id: 'listOwnCourses',
  method: 'get',
  path: '/api/learning/courses',
  area: 'lessons',
  summary: 'The courses whose progress the caller can look at: the default one and those they began',
  access: 'user',
  apiKeyScope: 'learning',
  answer: ownCourses,
  handle: async ({ deps, user }) => ({
    courses: await listOwnCourses(deps.db, user().userId, courseIdOf(deps, 'intro')),
  }),
})
