import { takeFile } from '@freeor/courses/authoring/files/commands'
import { lessonUploadId, takenFile } from '@freeor/courses/authoring/files/schema'
import { requireLessonEditor } from '@freeor/courses/authoring/require-editor'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import {
  lessonUploadServer,
  lessonUploads,
  openLessonUpload,
  requireOwnUpload,
  requireUploadRoom,
} from './upload-server.ts'
import { lessonUploadsPath } from './uploads-path.ts'

const params = z.strictObject({ uploadId: lessonUploadId })
const area = 'authoring'
const access = 'user'
const uploadPath = `${lessonUploadsPath}/{uploadId}` as const

export const createLessonUploadOperation = coursesOperation({
  id: 'createLessonUpload',
  method: 'post',
  path: lessonUploadsPath,
  area,
  summary:
    'Begins the upload of a file for a lesson by the tus protocol (`Tus-Resumable`, `Upload-Length`, `Upload-Metadata` with `filename`); its address is in `Location`',
  access,
  query: z.strictObject({ lessonId: z.string().max(60) }),
  consumes: 'application/offset+octet-stream',
  status: 201,
  async handle({ deps, user, query, request }) {
    await requireLessonEditor(deps.db, user(), query.lessonId)
    await requireUploadRoom(deps, user())
    return await lessonUploadServer(deps, user()).handleWeb(request)
  },
})

export const readLessonUploadOperation = coursesOperation({
  id: 'readLessonUpload',
  method: 'head',
  path: uploadPath,
  area,
  summary: 'How much of an upload has arrived, in `Upload-Offset`',
  access,
  params,
  async handle({ deps, user, params, request }) {
    requireOwnUpload(user(), params.uploadId)
    return await lessonUploadServer(deps, user()).handleWeb(request)
  },
})

export const continueLessonUploadOperation = coursesOperation({
  id: 'continueLessonUpload',
  method: 'patch',
  path: uploadPath,
  area,
  summary: 'Sends the next bytes of an upload, from `Upload-Offset` on',
  access,
  params,
  consumes: 'application/offset+octet-stream',
  status: 204,
  async handle({ deps, user, params, request }) {
    requireOwnUpload(user(), params.uploadId)
    return await lessonUploadServer(deps, user()).handleWeb(request)
  },
})

export const removeLessonUploadOperation = coursesOperation({
  id: 'removeLessonUpload',
  method: 'delete',
  path: uploadPath,
  area,
  summary: 'Removes an upload, finished or not',
  access,
  params,
  // It frees space.
  worksOnFullDisk: true,
  status: 204,
  async handle({ deps, user, params, request }) {
    requireOwnUpload(user(), params.uploadId)
    return await lessonUploadServer(deps, user()).handleWeb(request)
  },
})

export const takeLessonUploadOperation = coursesOperation({
  id: 'takeLessonUpload',
  method: 'post',
  path: '/api/lessons/{lessonId}/files',
  area,
  summary:
    'Takes a finished upload for a lesson: a picture, written anew without metadata, or a document, sound or video to be linked from its text',
  access,
  params: z.strictObject({ lessonId: z.string().max(60) }),
  body: z.strictObject({ uploadId: lessonUploadId }),
  answer: takenFile,
  status: 201,
  async handle({ deps, user, params: { lessonId }, body: { uploadId } }) {
    const actor = user()
    await requireLessonEditor(deps.db, actor, lessonId)
    requireOwnUpload(actor, uploadId)
    const upload = await openLessonUpload(deps, uploadId)
    try {
      return await takeFile(deps, { actor, lessonId }, upload)
    } finally {
      // Also one that is refused: it would be refused again.
      await lessonUploads(deps).remove(uploadId)
    }
  },
})
