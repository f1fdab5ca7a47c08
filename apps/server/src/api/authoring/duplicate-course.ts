import { duplicateCourse } from '@freeor/courses/authoring/courses/commands'
import { courseAnswer } from '@freeor/courses/catalog/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from '../courses/course-params.ts'
import { changedCourse } from './authoring-call.ts'

export const duplicateCourseOperation = coursesOperation({
  id: 'duplicateCourse',
  method: 'post',
  path: '/api/courses/{courseId}/duplicate',
  area: 'authoring',
  summary: 'A copy of a course with copies of its lessons, all drafts',
  access: 'user',
  whileImpersonating: 'allowed',
  params: courseParams,
  answer: courseAnswer,
  status: 201,
  async handle({ deps, user, params }) {
    const editing = { actor: user(), courseId: courseIdOf(deps, params.courseId) }
    return await changedCourse(deps, user(), await duplicateCourse(deps, editing))
  },
})
