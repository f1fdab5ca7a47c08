import { users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DocumentContent } from './editing/schema.ts'
import type { Permissions } from './permissions.ts'
import type { PreviewContent } from './previews/schema.ts'

/** The documents that the public pages are made of: `sites/{site}/{collection}` of the specification. */
export const siteDocuments = pgTable(
  'site_documents',
  {
    id: text('id').primaryKey(),
    site: text('site').notNull(),
    collection: text('collection').notNull(),
    /** What a page asks for a single document by; null in collections that are only listed. */
    key: text('key'),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    themeColor: text('theme_color').notNull().default('light'),
    favorite: boolean('favorite').notNull().default(false),
    /** The fields of its collection. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    version: integer('version').notNull().default(1),
    updatedBy: text('updated_by').references(() => users.id, { onDelete: 'set null' }),
    archivedAt: instant('archived_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('site_documents_key').on(table.site, table.collection, table.key),
    index('site_documents_updated_by').on(table.updatedBy),
  ],
)

/** What a document was after each save, whole. */
export const siteDocumentVersions = pgTable(
  'site_document_versions',
  {
    documentId: text('document_id')
      .notNull()
      .references(() => siteDocuments.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    /** Null for what was there before the history began, and for a user who is gone. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    content: jsonb('content').$type<DocumentContent>().notNull(),
    /** The fields that differ from the version before it; those of the collection as `data.<name>`. */
    changed: jsonb('changed').$type<string[]>().notNull(),
    restoredFrom: integer('restored_from'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.version] }),
    index('site_document_versions_user_id').on(table.userId),
    index('site_document_versions_created_at').on(table.createdAt),
  ],
)

/** How a collection of a site is shown to its editors, and who may do what in it. No row: as nobody changed it. */
export const contentBoards = pgTable(
  'content_boards',
  {
    site: text('site').notNull(),
    collection: text('collection').notNull(),
    /** Empty: the collection's own name. */
    name: text('name').notNull().default(''),
    description: text('description').notNull().default(''),
    themeColor: text('theme_color').notNull().default('light'),
    favorite: boolean('favorite').notNull().default(false),
    permissions: jsonb('permissions').$type<Permissions>().notNull(),
    archivedAt: instant('archived_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.site, table.collection] })],
)

/** What an editor wants to see on a public page before it is saved: one for each document they look at. */
export const contentPreviews = pgTable(
  'content_previews',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    site: text('site').notNull(),
    collection: text('collection').notNull(),
    /** `new` for a document that is not there yet. */
    documentId: text('document_id').notNull(),
    content: jsonb('content').$type<PreviewContent>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.site, table.collection, table.documentId] }),
    index('content_previews_created_at').on(table.createdAt),
  ],
)

/** What was added to an installation once, so that it is never added again. */
export const seedings = pgTable('seedings', {
  name: text('name').primaryKey(),
  at: instant('at').notNull(),
})
