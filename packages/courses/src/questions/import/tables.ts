import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ReadQuestion } from './read-file.ts'

/** A picture in the file store: its address, and the keys of its files. */
export type ImportedPicture = { readonly src: string; readonly keys: readonly string[] }

/** What was read from a file of questions, until some of it is brought in. Forgotten after a day. */
export const questionImports = pgTable(
  'question_imports',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Who read the file: only they bring it in. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    /** Stored pictures that only these questions show: none was brought in yet. They go with the row. */
    pictures: jsonb('pictures').$type<readonly ImportedPicture[]>().notNull().default([]),
    questions: jsonb('questions').$type<readonly ReadQuestion[]>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('question_imports_company_id').on(table.companyId),
    index('question_imports_user_id').on(table.userId),
    index('question_imports_created_at').on(table.createdAt),
  ],
)
