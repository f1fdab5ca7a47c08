import { takeImage } from '@freeor/courses/authoring/images/commands'
import { imageAnswer, imageUpload } from '@freeor/courses/authoring/images/schema'
import { mostImageBytes } from '@freeor/storage/pictures/limits'
import { readPicture } from '../../http/picture-body.ts'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const uploadLessonImageOperation = coursesOperation({
  id: 'uploadLessonImage',
  method: 'post',
  path: '/api/lesson-images',
  area: 'authoring',
  summary:
    'Takes a picture (JPEG, PNG, GIF, SVG, TIFF, WebP, up to 10 MB) for the lessons of an account: written anew, without metadata. The body is the file',
  access: 'user',
  whileImpersonating: 'allowed',
  query: imageUpload,
  consumes: 'application/octet-stream',
  maxBodyBytes: mostImageBytes,
  answer: imageAnswer,
  status: 201,
  handle: async ({ deps, user, query, request }) =>
    await takeImage(deps, { actor: user(), ...query, bytes: async () => await readPicture(request) }),
})
