import { users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { entryForms } from '../suppression/schema.ts'

/**
 * Who has asked not to be contacted: the operator's list, which binds everyone. Only keys are kept, so that the list of
 * those who want to be forgotten is no list of contacts.
 */
export const optOuts = pgTable(
  'opt_outs',
  {
    id: text('id').primaryKey(),
    form: text('form', { enum: entryForms }).notNull(),
    /** The first 16 bytes of the digest, in hex. */
    key: text('key').notNull(),
    /** A few signs of what was entered, for people to tell entries apart. */
    shown: text('shown').notNull(),
    reason: text('reason').notNull(),
    /** `drop`: only because of California's DROP, which may take it back. */
    source: text('source', { enum: ['drop'] }),
    /** The number that the list got with it. */
    number: bigint('number', { mode: 'number' }).notNull(),
    /** None when the command line added it. */
    addedBy: text('added_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('opt_outs_form_key').on(table.form, table.key),
    index('opt_outs_created_at').on(table.createdAt),
    index('opt_outs_number').on(table.number),
    index('opt_outs_added_by').on(table.addedBy),
    check('opt_outs_key', sql`${table.key} ~ '^[0-9a-f]{32}$'`),
  ],
)

/**
 * One row. `number` is raised by every addition; `applied` follows once nobody of that list is in any dataset. Orders,
 * settlements and imports end only in the state they began with, under a share lock of this row.
 */
export const optOutState = pgTable(
  'opt_out_state',
  {
    id: smallint('id').primaryKey(),
    number: bigint('number', { mode: 'number' }).notNull(),
    applied: bigint('applied', { mode: 'number' }).notNull(),
  },
  (table) => [
    check('opt_out_state_one_row', sql`${table.id} = 1`),
    check('opt_out_state_applied', sql`${table.applied} <= ${table.number}`),
  ],
)
