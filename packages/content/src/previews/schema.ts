import { sites } from '@freeor/kernel/site'
import { z } from 'zod'
import { newSiteDocument } from '../editing/schema.ts'
import { collectionNames } from '../schema.ts'

/** In the place of an id: a document that is not there yet. */
export const newDocumentId = 'new'

export const previewParams = z.strictObject({
  site: z.enum(sites),
  collection: z.enum(collectionNames),
  /** Of the document; `new` for one that is not there yet. */
  documentId: z.string().max(100),
})

/** What the public page shows to its editor alone, as if it were saved. */
export const documentPreview = newSiteDocument.omit({ key: true })
export type DocumentPreview = z.output<typeof documentPreview>

/** What is shown in the place of a document, or in addition to those that are there. */
export type PreviewContent = {
  readonly name: string
  readonly description: string
  readonly themeColor: string
  readonly data: Readonly<Record<string, unknown>>
}
