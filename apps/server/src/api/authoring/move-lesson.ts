import { moveLesson } from '@freeor/courses/authoring/course-lessons/commands'
import { moveInput } from '@freeor/courses/authoring/course-lessons/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf } from '../courses/course-params.ts'
import { courseLessonParams } from './authoring-call.ts'

export const moveLessonOperation = coursesOperation({
  id: 'moveLesson',
  method: 'post',
  path: '/api/courses/{courseId}/lessons/{lessonId}/move',
  area: 'authoring',
  summary: 'Places a lesson of a course behind another one; with null, first',
  access: 'user',
  whileImpersonating: 'allowed',
  params: courseLessonParams,
  body: moveInput,
  status: 204,
  async handle({ deps, user, params, body }) {
    const courseLesson = { courseId: courseIdOf(deps, params.courseId), lessonId: params.lessonId }
    await moveLesson(deps, { actor: user(), ...courseLesson }, body.after)
    return new Response(null, { status: 204 })
  },
})
