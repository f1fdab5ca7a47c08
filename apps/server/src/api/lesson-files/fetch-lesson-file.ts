import { fileKey } from '@freeor/courses/authoring/files/commands'
import { typeOfEnding } from '@freeor/courses/authoring/files/file-kind'
import { noFile, requireFileReader } from '@freeor/courses/authoring/files/queries'
import { lessonFileParams } from '@freeor/courses/authoring/files/schema'
import { viewerOf } from '@freeor/courses/catalog/viewer'
import { answerFile } from '../../http/answer-file.ts'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const fetchLessonFileOperation = coursesOperation({
  id: 'fetchLessonFile',
  method: 'get',
  path: '/api/lesson-files/{accountId}/{fileName}',
  area: 'authoring',
  summary:
    'A file that a lesson links, for whoever may read such a lesson; resumable with Range. It is always saved, never shown',
  // A free preview's files are for visitors too.
  access: 'public',
  params: lessonFileParams,
  produces: 'application/octet-stream',
  async handle({ deps, actor, params, request }) {
    await requireFileReader(deps.db, viewerOf(actor), params)
    const { accountId, fileName } = params
    const key = fileKey(accountId, fileName)
    const found = await deps.files.stat(key)
    if (!found) throw noFile()
    const file = {
      ...{ bytes: found.bytes, modifiedAt: found.modifiedAt },
      // What a name holds never changes.
      etag: `"${fileName}"`,
      fileName: fileName.slice(17),
      contentType: typeOfEnding(fileName.split('.').at(-1) ?? ''),
      open: async (range?: { start: number; end: number }) => await deps.files.read(key, range),
    }
    const answer = await answerFile(file, request)
    answer.headers.set('x-content-type-options', 'nosniff')
    answer.headers.set('content-security-policy', "default-src 'none'; sandbox")
    return answer
  },
})
