import { users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { datasets } from '../dictionaries/tables.ts'

/** Which columns a person's tables of a dataset show, in order. Without a row: as the dictionary has them. */
export const columnChoices = pgTable(
  'column_choices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    dictId: text('dict_id')
      .notNull()
      .references(() => datasets.dictId, { onDelete: 'cascade' }),
    columns: text('columns').array().notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.dictId] }),
    index('column_choices_dict').on(table.dictId),
  ],
)
