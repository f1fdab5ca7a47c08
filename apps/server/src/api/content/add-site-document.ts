import { addSiteDocument } from '@freeor/content/editing/commands'
import { editedDocument, newSiteDocument } from '@freeor/content/editing/schema'
import { operation } from '../../http/operation.ts'
import { boardParams, editorOf } from './content-call.ts'

export const addSiteDocumentOperation = operation({
  id: 'addSiteDocument',
  method: 'post',
  path: '/api/content-boards/{site}/{collection}/documents',
  area: 'content',
  summary: 'Adds a document to a collection. 422 names each field that does not fit it',
  access: 'user',
  status: 201,
  params: boardParams,
  body: newSiteDocument,
  answer: editedDocument,
  handle: async (call) =>
    await addSiteDocument(call.deps, await editorOf(call), { boardKey: call.params, document: call.body }),
})
