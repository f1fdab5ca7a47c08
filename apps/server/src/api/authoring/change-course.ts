import { changeCourse } from '@freeor/courses/authoring/courses/commands'
import { changeCourseInput } from '@freeor/courses/authoring/courses/schema'
import { courseAnswer } from '@freeor/courses/catalog/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from '../courses/course-params.ts'
import { changedCourse } from './authoring-call.ts'

export const changeCourseOperation = coursesOperation({
  id: 'changeCourse',
  method: 'patch',
  path: '/api/courses/{courseId}',
  area: 'authoring',
  summary: 'Renames, colours or marks a course, archives it or returns it from the archive',
  access: 'user',
  whileImpersonating: 'allowed',
  params: courseParams,
  body: changeCourseInput,
  answer: courseAnswer,
  async handle({ deps, user, params, body }) {
    const courseId = courseIdOf(deps, params.courseId)
    await changeCourse(deps, { actor: user(), courseId }, body)
    return await changedCourse(deps, user(), courseId)
  },
})
