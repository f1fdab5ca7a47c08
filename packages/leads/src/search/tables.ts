import { companies } from '@freeor/accounts/tables'
import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Rows of leads a company was shown in searches, by UTC day. */
export const searchViews = pgTable(
  'search_views',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    rows: integer('rows').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.day] })],
)
