import { deleteSiteDocument } from '@freeor/content/editing/commands'
import { operation } from '../../http/operation.ts'
import { documentParams, editorOf } from './content-call.ts'

export const deleteSiteDocumentOperation = operation({
  id: 'deleteSiteDocument',
  method: 'delete',
  path: '/api/site-documents/{documentId}',
  area: 'content',
  summary: 'Deletes a document with its history, for good',
  access: 'user',
  status: 204,
  params: documentParams,
  handle: async (call) => {
    await deleteSiteDocument(call.deps, await editorOf(call), call.params.documentId)
    return new Response(null, { status: 204 })
  },
})
