import { sites } from '@freeor/kernel/site'
import { z } from 'zod'
import { boardChange, permissionLists } from '../boards/schema.ts'
import { collectionNames } from '../schema.ts'
import { themeColors } from '../theme-colors.ts'

/** What `site.json` says of itself: another kind of package, or one of a later version, is not read. */
export const siteFormat = { format: 'freeor-site', version: 1 } as const

const folder = z.string().regex(/^[a-z-]{1,40}\/[a-z0-9-]{1,120}$/, 'is no folder of a document')
const board = z.strictObject({
  ...boardChange.required().shape,
  /** When it was archived. */
  archived: z.iso.datetime().nullable(),
  permissions: permissionLists,
})

/** `site.json`: the collections with their boards, and the folders of their documents. */
export const siteFile = z.strictObject({
  format: z.literal(siteFormat.format),
  version: z.literal(siteFormat.version),
  site: z.enum(sites),
  collections: z
    .array(
      z.strictObject({
        collection: z.enum(collectionNames),
        /** Null where nobody changed it. */
        board: board.nullable(),
        documents: z.array(folder).max(5_000),
      }),
    )
    .max(100),
})

/** `document.json`, beside a Markdown file for each of its texts. */
export const documentFile = z.strictObject({
  key: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'is no address of a document')
    .nullable(),
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2_000),
  themeColor: z.enum(themeColors),
  favorite: z.boolean(),
  archived: z.iso.datetime().nullable(),
  data: z.record(z.string().max(100), z.unknown()),
})

/** What becomes of documents that the package does not have. */
export const siteImportQuery = z.strictObject({
  site: z.enum(sites),
  missing: z.enum(['keep', 'delete']).default('keep'),
  /** Says what would happen and changes nothing. */
  dry: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
})
export type SiteImportQuery = z.output<typeof siteImportQuery>

const named = z.object({ collection: z.enum(collectionNames), name: z.string() })

/** What came in, or would. */
export const siteImportAnswer = z.object({
  added: z.array(named),
  changed: z.array(named),
  /** Documents that are as the package has them. */
  same: z.int(),
  /** Documents that the package does not have: deleted, where that was asked for. */
  missing: z.array(named),
  boards: z.array(z.enum(collectionNames)),
  pictures: z.int(),
})
export type SiteImportAnswer = z.infer<typeof siteImportAnswer>
