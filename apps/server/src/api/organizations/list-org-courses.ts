import { listOrgCourses } from '@freeor/courses/organizations/members/list-course-choices'
import { orgCourses } from '@freeor/courses/organizations/members/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf } from '../courses/course-params.ts'
import { orgAccessOf } from './acting-for.ts'

export const listOrgCoursesOperation = coursesOperation({
  id: 'listOrgCourses',
  method: 'get',
  path: '/api/org/courses',
  area: 'organizations',
  summary:
    'The organizations of the caller, and the courses whose progress can be looked at: the default one and those that members began',
  access: 'user',
  answer: orgCourses,
  async handle(call) {
    const { deps } = call
    const access = await orgAccessOf(call)
    const courses = await listOrgCourses(deps.db, access, courseIdOf(deps, 'intro'))
    return { courses, organizations: [...access.organizations] }
  },
})
