import { Readable } from 'node:stream'
import { imageKey } from '@freeor/courses/authoring/images/commands'
import { imageFileParams } from '@freeor/courses/authoring/images/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
}

export const fetchLessonImageOperation = coursesOperation({
  id: 'fetchLessonImage',
  method: 'get',
  path: '/api/lesson-images/{accountId}/{fileName}',
  area: 'authoring',
  summary: 'A picture of a lesson. Its name cannot be guessed, and what it holds never changes',
  // Mail, feeds and share images show it too, where nobody is signed in.
  access: 'public',
  params: imageFileParams,
  produces: 'image/*',
  async handle({ deps, params: { accountId, fileName } }) {
    const body = await deps.files.read(imageKey(accountId, fileName))
    const ending = fileName.split('.').at(-1) ?? ''
    return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
      headers: {
        'content-type': types[ending] ?? 'application/octet-stream',
        'content-disposition': 'inline',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        // An SVG that is opened by its address is a document: it may run and load nothing.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      },
    })
  },
})
