import { readOutline } from '@freeor/courses/authoring/course-lessons/queries'
import { courseOutline } from '@freeor/courses/authoring/course-lessons/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from '../courses/course-params.ts'

export const readCourseOutlineOperation = coursesOperation({
  id: 'readCourseOutline',
  method: 'get',
  path: '/api/courses/{courseId}/outline',
  area: 'authoring',
  summary:
    'A course as its authors see it: drafts and archived lessons, open attempts, and what the plan allows',
  access: 'user',
  params: courseParams,
  answer: courseOutline,
  handle: async ({ deps, user, params }) =>
    await readOutline(deps.db, { actor: user(), courseId: courseIdOf(deps, params.courseId) }),
})
