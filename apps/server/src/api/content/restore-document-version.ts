import { restoreDocumentVersion } from '@freeor/content/editing/commands'
import { editedDocument } from '@freeor/content/editing/schema'
import { operation } from '../../http/operation.ts'
import { documentVersionParams, editorOf } from './content-call.ts'

export const restoreDocumentVersionOperation = operation({
  id: 'restoreDocumentVersion',
  method: 'post',
  path: '/api/site-documents/{documentId}/versions/{version}/restore',
  area: 'content',
  summary: 'Makes a document what it was in one version, as a new version',
  access: 'user',
  params: documentVersionParams,
  answer: editedDocument,
  handle: async (call) => {
    const { documentId: id, version } = call.params
    return await restoreDocumentVersion(call.deps, await editorOf(call), { id, version })
  },
})
