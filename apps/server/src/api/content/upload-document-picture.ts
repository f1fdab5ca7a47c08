import { takeDocumentPicture } from '@freeor/content/pictures/commands'
import { documentPictureAnswer, documentPictureUpload } from '@freeor/content/pictures/schema'
import { mostImageBytes } from '@freeor/storage/pictures/limits'
import { operation } from '../../http/operation.ts'
import { readPicture } from '../../http/picture-body.ts'
import { editorOf } from './content-call.ts'

export const uploadDocumentPictureOperation = operation({
  id: 'uploadDocumentPicture',
  method: 'post',
  path: '/api/content-pictures',
  area: 'content',
  summary:
    'Takes a picture (JPEG, PNG, GIF, SVG, TIFF, WebP, up to 10 MB) for the documents of a collection: written anew, without metadata. The body is the file',
  access: 'user',
  query: documentPictureUpload,
  consumes: 'application/octet-stream',
  maxBodyBytes: mostImageBytes,
  answer: documentPictureAnswer,
  status: 201,
  handle: async (call) => {
    const { name, ...boardKey } = call.query
    const bytes = async () => await readPicture(call.request)
    return await takeDocumentPicture(call.deps, await editorOf(call), { boardKey, name, bytes })
  },
})
