import { removePlace } from '@freeor/courses/authoring/places/commands'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { courseIdOf } from '../courses/course-params.ts'
import { placeParams } from './authoring-call.ts'

export const removePlaceOperation = coursesOperation({
  id: 'removePlace',
  method: 'delete',
  path: '/api/courses/{courseId}/lessons/{lessonId}',
  area: 'authoring',
  summary: 'Takes a lesson out of a course; it stays in the others. 409 for one that is in no other',
  access: 'user',
  whileImpersonating: 'allowed',
  params: placeParams,
  status: 204,
  async handle({ deps, user, params }) {
    const place = { courseId: courseIdOf(deps, params.courseId), lessonId: params.lessonId }
    await removePlace(deps, { actor: user(), ...place })
    return new Response(null, { status: 204 })
  },
})
