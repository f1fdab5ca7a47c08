import { listDocumentVersions } from '@freeor/content/editing/queries'
import { documentVersion } from '@freeor/content/editing/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { documentParams, editorOf } from './content-call.ts'

export const listDocumentVersionsOperation = operation({
  id: 'listDocumentVersions',
  method: 'get',
  path: '/api/site-documents/{documentId}/versions',
  area: 'content',
  summary: 'The versions of a document, the newest first: who saved each, when, and which fields',
  access: 'user',
  params: documentParams,
  /** Those older than this version. */
  query: z.strictObject({ before: z.coerce.number().int().min(1).max(1_000_000_000).optional() }),
  answer: z.object({ versions: z.array(documentVersion), hasMore: z.boolean() }),
  handle: async (call) => {
    const { viewer } = await editorOf(call)
    const asked = { id: call.params.documentId, before: call.query.before }
    return await listDocumentVersions(call.deps.db, viewer, asked)
  },
})
