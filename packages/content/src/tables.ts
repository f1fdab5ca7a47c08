import { users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

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

/** What was added to an installation once, so that it is never added again. */
export const seedings = pgTable('seedings', {
  name: text('name').primaryKey(),
  at: instant('at').notNull(),
})
