import { users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { lessons } from '../../catalog/tables.ts'
import type { LessonContent } from './schema.ts'

/** What a lesson was after each save, whole: who saved it, when, and what. Thinned as it ages. */
export const lessonVersions = pgTable(
  'lesson_versions',
  {
    lessonId: text('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    /** Null for what was there before the history began. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    content: jsonb('content').$type<LessonContent>().notNull(),
    /** The fields that differ from the version before it. */
    changed: jsonb('changed').$type<string[]>().notNull(),
    restoredFrom: integer('restored_from'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lessonId, table.version] }),
    index('lesson_versions_user_id').on(table.userId),
    index('lesson_versions_created_at').on(table.createdAt),
  ],
)

/**
 * The last save of each editor that was applied. A save that was long under way, and comes after its repetition and
 * after later saves, would bring back what its author has deleted since.
 */
export const lessonEditors = pgTable(
  'lesson_editors',
  {
    lessonId: text('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    device: text('device').notNull(),
    lastNumber: integer('last_number').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lessonId, table.userId, table.device] }),
    index('lesson_editors_user_id').on(table.userId),
    index('lesson_editors_updated_at').on(table.updatedAt),
  ],
)
