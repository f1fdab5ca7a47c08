import { noDocument } from '@freeor/content/editing/queries'
import { findDocument } from '@freeor/content/queries'
import { collectionNames, type DocumentAnswer, documentAnswer } from '@freeor/content/schema'
import { sites } from '@freeor/kernel/site'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { previewOf } from './preview-of.ts'
import { requireReading } from './require-reading.ts'
import { shownDocument } from './shown-document.ts'

export const readDocumentOperation = operation({
  id: 'readDocument',
  method: 'get',
  path: '/api/content/{site}/{collection}/{key}',
  area: 'content',
  summary: 'One document of a collection by its key',
  access: 'public',
  params: z.object({ site: z.enum(sites), collection: z.enum(collectionNames), key: z.string().max(100) }),
  answer: documentAnswer,
  handle: async ({ deps, actor, request, params: { site, collection, key } }) => {
    await requireReading(deps, actor, { site, collection })
    const preview = await previewOf({ deps, actor, request }, { site, collection })
    const document = await findDocument(deps.db, { site, collection, key }, preview)
    if (!document) throw noDocument()
    // As in the list: the document is of this collection.
    return { collection, document: shownDocument(document) } as DocumentAnswer
  },
})
