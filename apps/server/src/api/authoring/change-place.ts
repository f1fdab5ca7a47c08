import { changePlace } from '@freeor/courses/authoring/places/commands'
import { changePlaceInput } from '@freeor/courses/authoring/places/schema'
import { lessonAnswer } from '@freeor/courses/catalog/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf } from '../courses/course-params.ts'
import { changedLesson, placeParams } from './authoring-call.ts'

export const changePlaceOperation = coursesOperation({
  id: 'changePlace',
  method: 'patch',
  path: '/api/courses/{courseId}/lessons/{lessonId}',
  area: 'authoring',
  summary: "A lesson's address in a course, and whether it is the course's one free preview",
  access: 'user',
  whileImpersonating: 'allowed',
  params: placeParams,
  body: changePlaceInput,
  answer: lessonAnswer,
  async handle({ deps, user, params, body }) {
    const place = { courseId: courseIdOf(deps, params.courseId), lessonId: params.lessonId }
    await changePlace(deps, { actor: user(), ...place }, body)
    return await changedLesson(deps, user(), place)
  },
})
