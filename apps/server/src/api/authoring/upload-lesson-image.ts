import { takeImage } from '@freeor/courses/authoring/images/commands'
import { mostImageBytes } from '@freeor/courses/authoring/images/limits'
import { imageAnswer, imageUpload } from '@freeor/courses/authoring/images/schema'
import { AppError } from '@freeor/kernel/errors'
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
    await takeImage(deps, { actor: user(), ...query, bytes: async () => await readBytes(request) }),
})

const tooLarge = () =>
  new AppError('payload_too_large', `A picture may have ${mostImageBytes / 1024 ** 2} MB at most.`)

/** @throws AppError payload_too_large before more than that is kept in memory */
async function readBytes(request: Request): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > mostImageBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > mostImageBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
