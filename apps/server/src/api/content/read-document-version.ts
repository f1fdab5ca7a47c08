import { getDocumentVersion } from '@freeor/content/editing/queries'
import { documentVersionAnswer } from '@freeor/content/editing/schema'
import { operation } from '../../http/operation.ts'
import { documentVersionParams, editorOf } from './content-call.ts'

export const readDocumentVersionOperation = operation({
  id: 'readDocumentVersion',
  method: 'get',
  path: '/api/site-documents/{documentId}/versions/{version}',
  area: 'content',
  summary: 'What a document was in one version',
  access: 'user',
  params: documentVersionParams,
  answer: documentVersionAnswer,
  handle: async (call) => {
    const { viewer } = await editorOf(call)
    const { documentId: id, version } = call.params
    const found = await getDocumentVersion(call.deps.db, viewer, { id, version })
    return { ...found, content: { ...found.content, data: { ...found.content.data } } }
  },
})
