import { listEdited } from '@freeor/content/editing/queries'
import { editedDocument } from '@freeor/content/editing/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { boardParams, editorOf } from './content-call.ts'

export const listBoardDocumentsOperation = operation({
  id: 'listBoardDocuments',
  method: 'get',
  path: '/api/content-boards/{site}/{collection}/documents',
  area: 'content',
  summary:
    'All documents of a collection as their editors have them, archived ones too; the last changed first',
  access: 'user',
  params: boardParams,
  answer: z.object({ documents: z.array(editedDocument) }),
  handle: async (call) => {
    const { viewer } = await editorOf(call)
    return { documents: await listEdited(call.deps.db, call.params, viewer) }
  },
})
