import { moveInput } from '@freeor/courses/authoring/course-lessons/schema'
import { moveCourse } from '@freeor/courses/authoring/courses/commands'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from '../courses/course-params.ts'

export const moveCourseOperation = coursesOperation({
  id: 'moveCourse',
  method: 'post',
  path: '/api/courses/{courseId}/move',
  area: 'authoring',
  summary: "Places a course's card behind another one of the account; with null, first",
  access: 'user',
  whileImpersonating: 'allowed',
  params: courseParams,
  body: moveInput,
  status: 204,
  async handle({ deps, user, params, body }) {
    await moveCourse(deps, { actor: user(), courseId: courseIdOf(deps, params.courseId) }, body.after)
    return new Response(null, { status: 204 })
  },
})
