import { saveSiteDocument } from '@freeor/content/editing/commands'
import { editedDocument, siteDocumentChange } from '@freeor/content/editing/schema'
import { operation } from '../../http/operation.ts'
import { documentParams, editorOf } from './content-call.ts'

export const saveSiteDocumentOperation = operation({
  id: 'saveSiteDocument',
  method: 'patch',
  path: '/api/site-documents/{documentId}',
  area: 'content',
  summary:
    'Saves the changed fields of a document, and answers it with what others saved since that version. 409 with `conflicts`, `base`, `theirs` and `yours` where somebody changed the same words',
  access: 'user',
  params: documentParams,
  body: siteDocumentChange,
  answer: editedDocument,
  handle: async (call) =>
    await saveSiteDocument(call.deps, await editorOf(call), {
      id: call.params.documentId,
      change: call.body,
    }),
})
