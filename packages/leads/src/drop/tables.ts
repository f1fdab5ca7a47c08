import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { cycleStates, type DropCycle, dropLists } from './schema.ts'

/** Each time the state's lists are fetched, worked on and reported. At most one is open. */
export const dropCycles = pgTable(
  'drop_cycles',
  {
    id: text('id').primaryKey(),
    state: text('state', { enum: cycleStates }).notNull(),
    startedAt: instant('started_at').notNull(),
    downloadedAt: instant('downloaded_at'),
    matchedAt: instant('matched_at'),
    removedAt: instant('removed_at'),
    reportedAt: instant('reported_at'),
    processedAt: instant('processed_at'),
    archiveName: text('archive_name'),
    archiveBytes: bigint('archive_bytes', { mode: 'number' }),
    archiveSha256: text('archive_sha256'),
    /** Identifiers of earlier cycles that consumers took back. */
    withdrawn: integer('withdrawn').notNull().default(0),
    /** How many items have which status: counting millions for each look would take seconds. */
    items: jsonb('items')
      .$type<DropCycle['items']>()
      .notNull()
      .default({ open: 0, exempted: 0, deleted: 0, optedOut: 0, notFound: 0 }),
    problem: text('problem'),
    nextAt: instant('next_at'),
    /** The process that works on it has it until then. */
    leasedUntil: instant('leased_until'),
  },
  (table) => [
    uniqueIndex('drop_cycles_one_open').on(sql`(true)`).where(sql`${table.state} <> 'reported'`),
    index('drop_cycles_started_at').on(table.startedAt),
  ],
)

/** The files of an archive, each a list; what is reported of it goes back in files of the same name. */
export const dropFiles = pgTable(
  'drop_files',
  {
    cycleId: text('cycle_id')
      .notNull()
      .references(() => dropCycles.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    list: text('list', { enum: dropLists }).notNull(),
    items: integer('items').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cycleId, table.name] })],
)

/** Uploads of statuses, noted before they are sent: one that has no answer was cut short. */
export const dropUploads = pgTable(
  'drop_uploads',
  {
    cycleId: text('cycle_id')
      .notNull()
      .references(() => dropCycles.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['upload', 'amend'] }).notNull(),
    items: integer('items').notNull(),
    sha256: text('sha256').notNull(),
    attempts: integer('attempts').notNull(),
    acceptedAt: instant('accepted_at'),
    /** What the state answered. */
    answer: text('answer'),
  },
  (table) => [primaryKey({ columns: [table.cycleId, table.name] })],
)

/** Work items: the id and the hash that the state gave, and what became of it. No contact is in them. */
export const dropItems = pgTable(
  'drop_items',
  {
    cycleId: text('cycle_id')
      .notNull()
      .references(() => dropCycles.id, { onDelete: 'cascade' }),
    file: text('file').notNull(),
    itemId: text('item_id').notNull(),
    list: text('list', { enum: dropLists }).notNull(),
    hash: text('hash').notNull(),
    status: smallint('status'),
    /** The status that the state has. */
    reported: smallint('reported'),
    /** When the consumer took it back. */
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    primaryKey({ columns: [table.cycleId, table.file, table.itemId] }),
    index('drop_items_hash').on(table.hash),
    index('drop_items_item_id').on(table.itemId),
    index('drop_items_withdrawn_at').on(table.withdrawnAt).where(sql`${table.withdrawnAt} IS NOT NULL`),
    check('drop_items_status', sql`${table.status} BETWEEN 2 AND 5`),
    check('drop_items_reported', sql`${table.reported} BETWEEN 2 AND 5`),
  ],
)

/** Identifiers that are exempt from deletion, by their hash, each with the reason in law. */
export const dropExemptions = pgTable('drop_exemptions', {
  hash: text('hash').primaryKey(),
  reason: text('reason').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Events of the state's webhook, each taken in once. */
export const dropEvents = pgTable('drop_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  at: instant('at').notNull(),
})
