import { deleteCaptions } from '@freeor/courses/captions/commands'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { captionParams } from './caption-params.ts'

export const deleteCaptionsOperation = coursesOperation({
  id: 'deleteCaptions',
  method: 'delete',
  path: '/api/lessons/{lessonId}/captions/{kind}/{language}',
  area: 'lesson-editing',
  summary: 'Deletes captions or chapters of a lesson’s video',
  access: 'user',
  params: captionParams,
  status: 204,
  async handle({ deps, user, params }) {
    await deleteCaptions(deps, user(), params)
    return new Response(null, { status: 204 })
  },
})
