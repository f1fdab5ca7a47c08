import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Entries of the ledger that are not in the log yet: written with the entry, deleted when it is appended. */
export const ledgerLogPending = pgTable('ledger_log_pending', {
  sequence: bigint('sequence', { mode: 'number' }).primaryKey(),
})

/** The leaves of the log, in their order: one for each entry of the ledger. Rows are never changed. */
export const ledgerLogLeaves = pgTable(
  'ledger_log_leaves',
  {
    /** 0, 1, 2 ... without a gap. */
    index: bigint('leaf_index', { mode: 'number' }).primaryKey(),
    /** Of its entry. No foreign key: the doctor must find an entry that is gone, and each would cost time. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [uniqueIndex('ledger_log_leaves_sequence_key').on(table.sequence)],
)

/** Hashes of whole subtrees, of every fourth level: what lies between is computed. Rows are never changed. */
export const ledgerLogNodes = pgTable(
  'ledger_log_nodes',
  {
    /** 4, 8, 12 ...: the subtree has 2 to the power of this many leaves. */
    level: smallint('level').notNull(),
    index: bigint('node_index', { mode: 'number' }).notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.index] })],
)

/** What the log was at a size, signed. Rows are never changed. */
export const ledgerLogHeads = pgTable('ledger_log_heads', {
  treeSize: bigint('tree_size', { mode: 'number' }).primaryKey(),
  /** In hexadecimal digits. */
  rootHash: text('root_hash').notNull(),
  at: instant('at').notNull(),
  keyId: text('key_id')
    .notNull()
    .references(() => ledgerLogKeys.id),
  /** The same, as a signed statement. */
  statement: text('statement').notNull(),
})

/** The keys that heads, receipts and quotes are signed with. A retired one stays: what it signed stays verifiable. */
export const ledgerLogKeys = pgTable(
  'ledger_log_keys',
  {
    id: text('id').primaryKey(),
    publicJwk: jsonb('public_jwk').$type<Record<string, unknown>>().notNull(),
    /** The private JWK, encrypted with a key made of the installation's secret. */
    sealedPrivateJwk: text('sealed_private_jwk').notNull(),
    createdAt: instant('created_at').notNull(),
    retiredAt: instant('retired_at'),
  },
  (table) => [
    uniqueIndex('ledger_log_keys_current_key')
      .on(sql`(${table.retiredAt} IS NULL)`)
      .where(sql`${table.retiredAt} IS NULL`),
    check('ledger_log_keys_retired_later', sql`${table.retiredAt} >= ${table.createdAt}`),
  ],
)
