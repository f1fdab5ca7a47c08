import { companies, users } from '@freeor/accounts/tables'
import { instant } from '@freeor/postgres/columns'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Column } from '../schema.ts'

export type FileSort = { column: string; direction: 'asc' | 'desc' }[]

export type NamedQuote = { id: string; price: number; idsDigest: string; expiresAt: string }

/** Rows in which a column has what a preset writes for a blank. */
export type FilledCells = { column: string; rows: number }

/** One file of a ZIP. */
export type FilePart = { fileName: string; rows: number; bytes: number; sha256: string }

/**
 * The only record of who owns what: a lead is owned when a `ready` row's frozen ids held it, in the order of
 * `ready_no`. `ready` and `failed` are final.
 */
export const downloads = pgTable(
  'downloads',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The API key that ordered it, whose daily budget it counts against; it may be revoked by now. */
    apiKeyId: text('api_key_id'),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of the request, to tell a repeat from another request under the same key. */
    requestHash: text('request_hash').notNull(),
    searchName: text('search_name').notNull(),
    dictId: text('dict_id').notNull(),
    filter: text('filter').notNull(),
    dslFilter: text('dsl_filter').notNull(),
    queryUrl: text('query_url').notNull(),
    datasetNo: integer('dataset_no').notNull(),
    dataVersion: integer('data_version').notNull(),
    /** The version whose table holds the rows; older than `data_version` for a search of leads that are gone. */
    rowsVersion: integer('rows_version').notNull(),
    /** Leads in the version that was asked: whether an unsorted search comes in file order or by place. */
    versionRows: integer('version_rows').notNull(),
    sort: jsonb('sort').$type<FileSort>().notNull(),
    /** The file's columns, in its order, as they were when the ids were frozen: the dictionary may change meanwhile. */
    columns: jsonb('columns').$type<Column[]>().notNull(),
    /** The columns of `sort`, likewise. */
    sortColumns: jsonb('sort_columns').$type<Column[]>().notNull(),
    format: text('format', { enum: ['csv', 'csv-bom', 'xlsx', 'jsonl', 'parquet'] }).notNull(),
    /** The most rows of one file: more come as several files in a ZIP. */
    rowsPerFile: integer('rows_per_file'),
    /** Whether it says what the company says of each lead. */
    includesNotes: boolean('includes_notes').notNull().default(false),
    /** The program that the file is made for. */
    preset: text('preset', { enum: ['hubspot', 'salesforce'] }),
    /** Cells that its preset filled in, as the program demands them. */
    filled: jsonb('filled').$type<FilledCells[]>(),
    /** The files of a ZIP; none for one file. */
    parts: jsonb('parts').$type<FilePart[]>(),
    rowOffset: integer('row_offset').notNull(),
    suppressOwned: boolean('suppress_owned').notNull(),
    /** Whether the company's suppression lists were applied. */
    suppressLists: boolean('suppress_lists').notNull().default(true),
    state: text('state', { enum: ['reserved', 'writing', 'ready', 'failed'] }).notNull(),
    rows: integer('rows').notNull(),
    /** The edition of the do-not-call registry that marks its numbers; none when there was no registry. */
    doNotCallEdition: integer('do_not_call_edition'),
    /** The credits reserved while in flight; the credits debited when ready. */
    newLeads: integer('new_leads').notNull(),
    /** Leads that cost nothing, as they are a business that the company owns or that another lead of the file pays for. */
    sameLeads: integer('same_leads').notNull().default(0),
    /** The version whose businesses they were counted by. */
    businessesVersion: integer('businesses_version'),
    attempts: integer('attempts').notNull().default(0),
    progress: real('progress').notNull().default(0),
    /** The binding quote that the order named. */
    quote: jsonb('quote').$type<NamedQuote>(),
    fileName: text('file_name').notNull(),
    fileKey: text('file_key'),
    bytes: bigint('bytes', { mode: 'number' }),
    sha256: text('sha256'),
    failure: text('failure'),
    /** Whether somebody of the company has reported it. */
    reported: boolean('reported').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    readyAt: instant('ready_at'),
    /** Set when somebody in the file has opted out: it is not handed out any more. */
    withdrawnAt: instant('withdrawn_at'),
    /** The number of this ready file in its company and dataset: 1, 2, 3 ... without a gap, never changed. */
    readyNo: integer('ready_no'),
    /** Leads the company owned of the dataset with this file and all before it. */
    ownedLeads: integer('owned_leads'),
  },
  (table) => [
    uniqueIndex('downloads_company_key').on(table.companyId, table.idempotencyKey),
    index('downloads_company_created_at').on(table.companyId, table.createdAt),
    uniqueIndex('downloads_ready_no')
      .on(table.companyId, table.datasetNo, table.readyNo)
      .where(sql`state = 'ready'`),
    index('downloads_in_flight').on(table.updatedAt).where(sql`state IN ('reserved', 'writing')`),
    index('downloads_user_id').on(table.userId),
    index('downloads_api_key').on(table.apiKeyId, table.createdAt).where(sql`api_key_id IS NOT NULL`),
    check('downloads_state_known', sql`${table.state} IN ('reserved', 'writing', 'ready', 'failed')`),
    check(
      'downloads_counts',
      sql`${table.newLeads} >= 0 AND ${table.sameLeads} >= 0 AND ${table.newLeads} + ${table.sameLeads} <= ${table.rows}`,
    ),
    check(
      'downloads_ready_has_file',
      sql`${table.state} <> 'ready' OR (${table.fileKey} IS NOT NULL AND ${table.bytes} IS NOT NULL AND ${table.sha256} IS NOT NULL AND ${table.readyAt} IS NOT NULL)`,
    ),
    check(
      'downloads_ready_has_number',
      sql`(${table.state} = 'ready') = (${table.readyNo} IS NOT NULL) AND (${table.state} = 'ready') = (${table.ownedLeads} IS NOT NULL)`,
    ),
  ],
)

export type DownloadRow = typeof downloads.$inferSelect
