import { z } from 'zod'
import { collectionNames } from '../schema.ts'
import { themeColors } from '../theme-colors.ts'

/** What an editor writes of a document; `data` are the fields of its collection. */
export type DocumentContent = {
  readonly name: string
  readonly description: string
  readonly themeColor: string
  readonly favorite: boolean
  readonly archived: boolean
  readonly data: Readonly<Record<string, unknown>>
}

/** What a document is found by in addresses; pages are asked for by it. */
const documentKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'Lower-case letters, digits and hyphens, 80 at most.')

const fields = {
  name: z.string().trim().min(1, 'Please add a name.').max(200),
  description: z.string().max(2_000),
  themeColor: z.enum(themeColors),
  data: z.record(z.string().max(100), z.unknown()),
}

/** A new document. Its fields are checked by its collection. */
export const newSiteDocument = z.strictObject({
  key: documentKey.nullable().default(null),
  name: fields.name,
  description: fields.description.default(''),
  themeColor: fields.themeColor.default('light'),
  data: fields.data,
})
export type NewSiteDocument = z.output<typeof newSiteDocument>

/** A save: the version that it began with and what is changed. Fields that it does not name are as they were. */
export const siteDocumentChange = z.strictObject({
  version: z.int().min(1),
  name: fields.name.optional(),
  description: fields.description.optional(),
  themeColor: fields.themeColor.optional(),
  favorite: z.boolean().optional(),
  archived: z.boolean().optional(),
  /** The changed fields of the collection; null takes an optional one away. */
  data: fields.data.optional(),
})
export type SiteDocumentChange = z.output<typeof siteDocumentChange>

/** A document as its editors have it. */
export const editedDocument = z.object({
  id: z.string(),
  site: z.string(),
  collection: z.enum(collectionNames),
  key: z.string().nullable(),
  version: z.number().int(),
  name: z.string(),
  description: z.string(),
  themeColor: z.string(),
  favorite: z.boolean(),
  archived: z.boolean(),
  /** When it was archived. */
  _archived: z.iso.datetime().nullable(),
  _created: z.iso.datetime(),
  lastUpdated: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()),
})
export type EditedDocument = z.input<typeof editedDocument>

/** One version in the history. */
export const documentVersion = z.object({
  version: z.number().int(),
  created: z.iso.datetime(),
  /** Who saved it; null for what was there before the history began, and for users who are gone. */
  by: z.object({ uid: z.string(), name: z.string() }).nullable(),
  changed: z.array(z.string()),
  restoredFrom: z.number().int().nullable(),
})
export type DocumentVersion = z.input<typeof documentVersion>

/** A version with what the document was. */
export const documentVersionAnswer = documentVersion.extend({
  content: z.object({
    name: z.string(),
    description: z.string(),
    themeColor: z.string(),
    favorite: z.boolean(),
    archived: z.boolean(),
    data: z.record(z.string(), z.unknown()),
  }),
})
