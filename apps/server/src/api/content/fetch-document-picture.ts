import { documentPictureKey } from '@freeor/content/pictures/commands'
import { documentPictureParams } from '@freeor/content/pictures/schema'
import { operation } from '../../http/operation.ts'
import { answerPicture } from '../../http/picture-answer.ts'

export const fetchDocumentPictureOperation = operation({
  id: 'fetchDocumentPicture',
  method: 'get',
  path: '/api/content-pictures/{site}/{fileName}',
  area: 'content',
  summary: 'A picture of a document. Its name cannot be guessed, and what it holds never changes',
  access: 'public',
  params: documentPictureParams,
  produces: 'image/*',
  handle: async ({ deps, params: { site, fileName } }) =>
    await answerPicture(deps.files, documentPictureKey(site, fileName)),
})
