import { keepPreview } from '@freeor/content/previews/commands'
import { documentPreview, previewParams } from '@freeor/content/previews/schema'
import { operation } from '../../http/operation.ts'
import { editorOf } from './content-call.ts'

export const keepPreviewOperation = operation({
  id: 'keepDocumentPreview',
  method: 'put',
  path: '/api/content-previews/{site}/{collection}/{documentId}',
  area: 'content',
  summary:
    'Keeps what its editor wants to see on the public page before it is saved. Reading the collection with the header `freeor-preview` naming the document shows it, to them alone. `new` is a document that is not there yet',
  access: 'user',
  status: 204,
  params: previewParams,
  body: documentPreview,
  handle: async (call) => {
    const { documentId, ...boardKey } = call.params
    await keepPreview(call.deps, await editorOf(call), { boardKey, documentId, preview: call.body })
    return new Response(null, { status: 204 })
  },
})
