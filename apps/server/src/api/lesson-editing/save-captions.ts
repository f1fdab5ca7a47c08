import { saveCaptions } from '@freeor/courses/captions/commands'
import { captionsAnswer, captionsInput } from '@freeor/courses/captions/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { captionParams } from './caption-params.ts'

export const saveCaptionsOperation = coursesOperation({
  id: 'saveCaptions',
  method: 'put',
  path: '/api/lessons/{lessonId}/captions/{kind}/{language}',
  area: 'lesson-editing',
  summary:
    'Keeps captions or chapters of a lesson’s video, from WebVTT or SRT. 422 with `mistakes`, each with its line; 409 with `onlyIfNone` where there are some',
  access: 'user',
  params: captionParams,
  body: captionsInput,
  // Two million characters of a script with three bytes each.
  maxBodyBytes: 6 * 2 ** 20,
  answer: captionsAnswer,
  handle: async ({ deps, user, params, body }) =>
    await saveCaptions(deps, { actor: user(), captionKey: params }, body),
})
