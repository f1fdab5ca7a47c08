import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { Identity } from '../import/columns/identity.ts'
import type { Column } from '../schema.ts'

/** A dataset. Its row is there from the first import's start; it serves once `current_version` is above 0. */
export const datasets = pgTable('datasets', {
  dictId: text('dict_id').primaryKey(),
  /** The number in the names of its tables in the engine. */
  datasetNo: integer('dataset_no').generatedAlwaysAsIdentity().notNull().unique(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  currentVersion: integer('current_version').notNull().default(0),
  /** Raised when leads that opted out are removed from its versions, which otherwise never change. */
  revision: integer('revision').notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/** A version that can be searched. It has its own columns, so that a search as of it reads what it had. */
export const datasetVersions = pgTable(
  'dataset_versions',
  {
    dictId: text('dict_id').notNull(),
    version: integer('version').notNull(),
    rows: bigint('rows', { mode: 'number' }).notNull(),
    columns: jsonb('columns').$type<Column[]>().notNull(),
    identity: jsonb('identity').$type<Identity>().notNull(),
    /** [west, south, east, north]; null when no lead has a place. */
    bounds: jsonb('bounds').$type<[number, number, number, number] | null>(),
    importedAt: timestamp('imported_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.dictId, table.version] }),
    foreignKey({ columns: [table.dictId], foreignColumns: [datasets.dictId] }).onDelete('cascade'),
    index('dataset_versions_dict_idx').on(table.dictId),
  ],
)
