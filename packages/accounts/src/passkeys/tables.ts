import { instant } from '@freeor/postgres/columns'
import { bigint, boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '../tables.ts'

/** A way to sign in with a device: its private key never leaves it. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The authenticator's own id of it, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** The host it is bound to: it works there and below, nowhere else. */
    rpId: text('rp_id').notNull(),
    name: text('name').notNull(),
    /** How often it was used, as the authenticator counts; always zero for those that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How a browser reaches it, e.g. `usb`; a hint. */
    transports: text('transports').array().notNull(),
    /** Kept by a password manager on several devices. */
    isSynced: boolean('is_synced').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_id_key').on(table.credentialId),
    index('passkeys_user_id').on(table.userId, table.createdAt),
  ],
)
