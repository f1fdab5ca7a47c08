import { listDocuments } from '@freeor/content/queries'
import { type CollectionAnswer, collectionAnswer, collectionNames } from '@freeor/content/schema'
import { sites } from '@freeor/kernel/site'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { previewOf } from './preview-of.ts'
import { requireReading } from './require-reading.ts'
import { shownDocument } from './shown-document.ts'

export const listDocumentsOperation = operation({
  id: 'listDocuments',
  method: 'get',
  path: '/api/content/{site}/{collection}',
  area: 'content',
  summary: 'The documents of a collection in its order, without the archived ones',
  access: 'public',
  params: z.object({ site: z.enum(sites), collection: z.enum(collectionNames) }),
  answer: collectionAnswer,
  handle: async ({ deps, actor, request, params: { site, collection } }) => {
    await requireReading(deps, actor, { site, collection })
    const preview = await previewOf({ deps, actor, request }, { site, collection })
    const documents = await listDocuments(deps.db, { site, collection }, preview)
    // The compiler does not see that the documents are of the collection that they are listed with.
    return { collection, documents: documents.map(shownDocument) } as CollectionAnswer
  },
})
