import { removeCourseLesson } from '@freeor/courses/authoring/course-lessons/commands'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf } from '../courses/course-params.ts'
import { courseLessonParams } from './authoring-call.ts'

export const removeCourseLessonOperation = coursesOperation({
  id: 'removeCourseLesson',
  method: 'delete',
  path: '/api/courses/{courseId}/lessons/{lessonId}',
  area: 'authoring',
  summary: 'Takes a lesson out of a course; it stays in the others. 409 for one that is in no other',
  access: 'user',
  whileImpersonating: 'allowed',
  params: courseLessonParams,
  status: 204,
  async handle({ deps, user, params }) {
    const courseLesson = { courseId: courseIdOf(deps, params.courseId), lessonId: params.lessonId }
    await removeCourseLesson(deps, { actor: user(), ...courseLesson })
    return new Response(null, { status: 204 })
  },
})
