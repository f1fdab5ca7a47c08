import { addLesson } from '@freeor/courses/authoring/course-lessons/commands'
import { addLessonInput } from '@freeor/courses/authoring/course-lessons/schema'
import { lessonAnswer } from '@freeor/courses/catalog/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf, courseParams } from '../courses/course-params.ts'
import { changedLesson } from './authoring-call.ts'

export const addLessonOperation = coursesOperation({
  id: 'addLesson',
  method: 'post',
  path: '/api/courses/{courseId}/lessons',
  area: 'authoring',
  summary: 'A new draft at the end of a course, or with `lessonId` a lesson that the account has already',
  access: 'user',
  whileImpersonating: 'allowed',
  params: courseParams,
  body: addLessonInput,
  answer: lessonAnswer,
  status: 201,
  async handle({ deps, user, params, body }) {
    const courseId = courseIdOf(deps, params.courseId)
    const { lessonId } = await addLesson(deps, { actor: user(), courseId }, body)
    return await changedLesson(deps, user(), { courseId, lessonId })
  },
})
