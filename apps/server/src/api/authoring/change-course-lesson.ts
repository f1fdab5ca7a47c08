import { changeCourseLesson } from '@freeor/courses/authoring/course-lessons/commands'
import { changeCourseLessonInput } from '@freeor/courses/authoring/course-lessons/schema'
import { lessonAnswer } from '@freeor/courses/catalog/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf } from '../courses/course-params.ts'
import { changedLesson, courseLessonParams } from './authoring-call.ts'

export const changeCourseLessonOperation = coursesOperation({
  id: 'changeCourseLesson',
  method: 'patch',
  path: '/api/courses/{courseId}/lessons/{lessonId}',
  area: 'authoring',
  summary: "A lesson's address in a course, and whether it is the course's one free preview",
  access: 'user',
  whileImpersonating: 'allowed',
  params: courseLessonParams,
  body: changeCourseLessonInput,
  answer: lessonAnswer,
  async handle({ deps, user, params, body }) {
    const courseLesson = { courseId: courseIdOf(deps, params.courseId), lessonId: params.lessonId }
    await changeCourseLesson(deps, { actor: user(), ...courseLesson }, body)
    return await changedLesson(deps, user(), courseLesson)
  },
})
