import { companies } from '@freeor/accounts/tables'
import { pgTable, text } from 'drizzle-orm/pg-core'

/** The billing period of a company in which its people were last told that its leads run low. */
export const useNotices = pgTable('use_notices', {
  companyId: text('company_id')
    .primaryKey()
    .references(() => companies.id),
  period: text('period').notNull(),
})
