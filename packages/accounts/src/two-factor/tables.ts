import { instant } from '@freeor/postgres/columns'
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '../tables.ts'

/** A person's second factor: an authenticator app that shares a secret with us. */
export const twoFactors = pgTable('two_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with a key that is not in the database. */
  secret: text('secret').notNull(),
  /** Null until the first code of the app proved that it has the secret. */
  enabledAt: instant('enabled_at'),
  /** The latest time step whose code was accepted: it and earlier ones are not accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }),
  createdAt: instant('created_at').notNull(),
})

/** Codes for when the app is lost; spent by deleting. */
export const backupCodes = pgTable(
  'backup_codes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('backup_codes_code_hash_key').on(table.codeHash),
    index('backup_codes_user_id').on(table.userId),
  ],
)
