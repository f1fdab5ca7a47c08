import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { datasets } from '../dictionaries/tables.ts'
import type { Column } from '../schema.ts'
import type { ImportProgress, ImportReport } from './schema.ts'

/**
 * Every import that has begun. `progress_at` is updated while it runs. One that was cut off is begun again from its
 * upload, as an import of its own that names the first by `retry_of`.
 */
export const imports = pgTable(
  'imports',
  {
    id: text('id').primaryKey(),
    dictId: text('dict_id')
      .notNull()
      .references(() => datasets.dictId, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    state: text('state').$type<'running' | 'done' | 'failed' | 'cancelled'>().notNull(),
    phase: text('phase').$type<ImportProgress['phase']>().notNull(),
    sourceName: text('source_name').notNull(),
    bytesTotal: bigint('bytes_total', { mode: 'number' }).notNull(),
    bytesDone: bigint('bytes_done', { mode: 'number' }).notNull().default(0),
    rows: bigint('rows', { mode: 'number' }).notNull().default(0),
    report: jsonb('report').$type<ImportReport>(),
    failure: text('failure'),
    userId: text('user_id'),
    /** The upload it reads; null for `freeor import`, whose file only its own process can read. */
    uploadId: text('upload_id'),
    /** What the super admin asked for, so that it can be begun again. */
    askedName: text('asked_name'),
    askedColumns: jsonb('asked_columns').$type<readonly Column[]>(),
    /** Cut off from outside, by the end of its process or of an engine: nothing is wrong with its file. */
    isCutOff: boolean('is_cut_off').notNull().default(false),
    attempt: integer('attempt').notNull().default(1),
    retryOf: text('retry_of').references((): AnyPgColumn => imports.id, { onDelete: 'set null' }),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    progressAt: timestamp('progress_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    index('imports_dict_idx').on(table.dictId),
    uniqueIndex('imports_one_running_idx').on(table.dictId).where(sql`${table.state} = 'running'`),
    // Two servers that see the same cut-off import begin it again once.
    uniqueIndex('imports_one_retry_idx').on(table.retryOf),
  ],
)
