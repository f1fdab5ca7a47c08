import { sites } from '@freeor/kernel/site'
import { z } from 'zod'
import { isEntry } from '../permissions.ts'
import { collectionNames } from '../schema.ts'
import { themeColors } from '../theme-colors.ts'

const entries = z
  .array(
    z
      .string()
      .trim()
      .max(320)
      .refine(
        isEntry,
        'An entry is anyone, signed-in, author, org-admin: and the name of an organization, super-admin, or an email address.',
      ),
  )
  .max(100)

export const permissionLists = z.strictObject({ read: entries, write: entries, delete: entries })

/** A collection of a site as its editors see it. */
export const contentBoard = z.object({
  site: z.enum(sites),
  collection: z.enum(collectionNames),
  /** Empty: the collection's own name. */
  name: z.string(),
  description: z.string(),
  themeColor: z.string(),
  favorite: z.boolean(),
  archived: z.boolean(),
  /** When it was archived. */
  _archived: z.iso.datetime().nullable(),
  permissions: z.object({
    read: z.array(z.string()),
    write: z.array(z.string()),
    delete: z.array(z.string()),
  }),
  /** What the asking user may do in it. */
  may: z.object({ write: z.boolean(), delete: z.boolean(), manage: z.boolean() }),
  /** How many documents it has, archived ones among them. */
  documents: z.number().int(),
})
export type ContentBoard = z.input<typeof contentBoard>

/** What a super admin changes of a board. */
export const boardChange = z.strictObject({
  name: z.string().trim().max(200).optional(),
  description: z.string().max(2_000).optional(),
  themeColor: z.enum(themeColors).optional(),
  favorite: z.boolean().optional(),
  archived: z.boolean().optional(),
  /** Lists that are not named stay as they are. */
  permissions: permissionLists.partial().optional(),
})
export type BoardChange = z.output<typeof boardChange>
