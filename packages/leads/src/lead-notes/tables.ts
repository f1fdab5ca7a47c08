import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { leadStatuses } from '../query/lead-statuses.ts'

/** How many changes a company made to its statuses and notes of a dataset. Locked by each change, so that they follow one another. */
export const leadNoteChanges = pgTable(
  'lead_note_changes',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    datasetNo: integer('dataset_no').notNull(),
    revision: integer('revision').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.datasetNo] })],
)

/** What a company says of a lead. The engine has a copy, which searches read. */
export const leadNotes = pgTable(
  'lead_notes',
  {
    companyId: text('company_id').notNull(),
    datasetNo: integer('dataset_no').notNull(),
    leadId: text('lead_id').notNull(),
    status: text('status', { enum: leadStatuses }),
    note: text('note').notNull(),
    /** The company's change that wrote it. */
    revision: integer('revision').notNull(),
    /** Who wrote it; not the name of an account that is deleted. */
    changedBy: text('changed_by').references(() => users.id, { onDelete: 'set null' }),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.datasetNo, table.leadId] }),
    index('lead_notes_revision').on(table.companyId, table.datasetNo, table.revision),
    index('lead_notes_changed_by').on(table.changedBy),
    foreignKey({
      columns: [table.companyId, table.datasetNo],
      foreignColumns: [leadNoteChanges.companyId, leadNoteChanges.datasetNo],
    }).onDelete('cascade'),
  ],
)
