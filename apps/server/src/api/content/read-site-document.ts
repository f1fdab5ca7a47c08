import { getEdited } from '@freeor/content/editing/queries'
import { editedDocument } from '@freeor/content/editing/schema'
import { operation } from '../../http/operation.ts'
import { documentParams, editorOf } from './content-call.ts'

export const readSiteDocumentOperation = operation({
  id: 'readSiteDocument',
  method: 'get',
  path: '/api/site-documents/{documentId}',
  area: 'content',
  summary: 'A document as its editors have it, with its version',
  access: 'user',
  params: documentParams,
  answer: editedDocument,
  handle: async (call) => {
    const { viewer } = await editorOf(call)
    return await getEdited(call.deps.db, call.params.documentId, viewer)
  },
})
