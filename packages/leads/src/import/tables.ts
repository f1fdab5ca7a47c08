import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { datasets } from '../dictionaries/tables.ts'
import type { ImportProgress, ImportReport } from './schema.ts'

/** Every import that has begun. `progress_at` is updated while it runs; one that fell silent was killed. */
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
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    progressAt: timestamp('progress_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (table) => [
    index('imports_dict_idx').on(table.dictId),
    uniqueIndex('imports_one_running_idx').on(table.dictId).where(sql`${table.state} = 'running'`),
  ],
)
