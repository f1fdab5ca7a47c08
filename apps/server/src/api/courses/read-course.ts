import { getCourse } from '@freeor/courses/catalog/queries'
import { courseAnswer } from '@freeor/courses/catalog/schema'
import { viewerOf } from '@freeor/courses/catalog/viewer'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from './course-params.ts'

export const readCourseOperation = coursesOperation({
  id: 'readCourse',
  method: 'get',
  path: '/api/courses/{courseId}',
  area: 'lessons',
  summary: 'A course; `intro` names the default course. A visitor gets 401 where there is one',
  access: 'public',
  apiKeyScope: 'learning',
  params: courseParams,
  answer: courseAnswer,
  handle: async ({ deps, actor, params }) =>
    await getCourse(deps.db, viewerOf(actor), courseIdOf(deps, params.courseId)),
})
