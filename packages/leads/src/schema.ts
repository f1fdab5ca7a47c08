import { z } from 'zod'
import { columnKinds } from './column-kinds.ts'

/** A dictionary's id: chosen by the super admin, used in URLs and on the command line. */
export const dictId = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,47}$/,
    'A dictionary id is 1 to 48 of a-z, 0-9, _ and -, and starts with a letter',
  )

export const columnKind = z.enum(columnKinds)
export type ColumnKind = z.infer<typeof columnKind>

/** A column's name in the query language, in URLs and in SQL (`c_<key>`). */
export const columnKey = z.string().regex(/^[a-z][a-z0-9_]{0,47}$/)

export const column = z.strictObject({
  key: columnKey,
  label: z.string().min(1).max(120),
  group: z.string().min(1).max(60),
  kind: columnKind,
  /** The header (or `Column 3` in a file without one) this column is read from. */
  from: z.string(),
  /** Masked until owned; never in facets, suggestions, sort keys or filters' counts by value. */
  contact: z.boolean(),
  facet: z.boolean(),
  suggest: z.boolean(),
})
export type Column = z.infer<typeof column>

export const dictionary = z.strictObject({
  dictId,
  name: z.string().min(1).max(120),
  description: z.string().max(500),
  columns: z.array(column).min(1).max(500),
  /** The version that serves now. 0: nothing imported yet. */
  version: z.int().nonnegative(),
  rows: z.int().nonnegative(),
  importedAt: z.iso.datetime().nullable(),
  /** Versions that can still be searched with `asOf`, newest first. */
  versions: z.array(z.strictObject({ version: z.int(), rows: z.int(), importedAt: z.iso.datetime() })),
  /** [west, south, east, north] in degrees of all placed leads; null when none has a place. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
})
export type Dictionary = z.infer<typeof dictionary>

export const queryText = z.string().max(2048)

const sortKey = z.strictObject({ column: columnKey, direction: z.enum(['asc', 'desc']) })

const mapRequest = z.strictObject({
  /** [west, south, east, north] of the viewport, degrees. Only cells in it are answered. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  zoom: z.number().min(0).max(22),
})

/** Rows that a person may page down to: browsing is no way around the allowance. */
export const DEEPEST_ROW = 1000

const searchFields = z.strictObject({
  /** Column filters, in the query language. */
  filter: queryText.default(''),
  /** The geography, in the query language. */
  dslFilter: queryText.default(''),
  /** Anything, in the query language. All three are joined by AND. */
  q: queryText.default(''),
  sort: z.array(sortKey).max(3).default([]),
  /** Rows begin after this many, at most 1,000. With `count_only`: any number, which is subtracted from the count. */
  offset: z.int().nonnegative().default(0),
  limit: z.int().min(0).max(50).default(50),
  /** Column keys whose value counts are wanted. */
  facets: z.array(columnKey).max(12).default([]),
  map: mapRequest.optional(),
  /** Only the leads left after `offset` are counted: `max(0, count - offset)`. */
  count_only: z.boolean().default(false),
  /** A stored version; the current one when absent. */
  asOf: z.int().positive().optional(),
})

export const searchRequest = searchFields.refine(
  ({ count_only: isCount, offset }) => isCount || offset <= DEEPEST_ROW,
  {
    path: ['offset'],
    error: `Rows are shown down to ${DEEPEST_ROW.toLocaleString('en-US')}: narrow the search, or download it`,
  },
)
export type SearchRequest = z.input<typeof searchRequest>

export const cellValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const leadRow = z.strictObject({
  id: z.string(),
  owned: z.boolean(),
  /** Cell per column key. A masked contact cell holds the mask, e.g. `•••`, and its key is in `masked`. */
  cells: z.record(z.string(), cellValue),
  masked: z.array(z.string()),
  /** Columns whose telephone number is on the do-not-call registry, also when the number is masked. */
  doNotCall: z.array(z.string()),
  point: z.tuple([z.number(), z.number()]).nullable(),
})
export type LeadRow = z.infer<typeof leadRow>

export const facet = z.strictObject({
  column: columnKey,
  values: z.array(z.strictObject({ value: z.string(), count: z.int() })),
  /** Leads of the search with no value in this column. */
  blank: z.int(),
  /** Distinct values in the search; more than `values` holds when the list was cut. */
  distinct: z.int(),
})

export type Facet = z.infer<typeof facet>

export const searchAnswer = z.strictObject({
  count: z.int(),
  /** What each top-level clause costs: `count` leads would match without it. `text` is its canonical text. */
  dropOne: z.array(z.strictObject({ text: z.string(), count: z.int() })),
  facets: z.array(facet),
  map: z
    .strictObject({
      kind: z.enum(['hexagons', 'points']),
      /** Hexagons: the H3 cell, its count. Points: `cell` is the lead id. */
      cells: z.array(
        z.strictObject({ cell: z.string(), count: z.int(), point: z.tuple([z.number(), z.number()]) }),
      ),
      /** Matching leads without a place: never on the map, always in the count. */
      unplaced: z.int(),
    })
    .nullable(),
  rows: z.array(leadRow),
  dataVersion: z.int(),
  /** Canonical texts of what was asked. */
  query: z.strictObject({ filter: z.string(), dslFilter: z.string(), q: z.string() }),
  /** Milliseconds in the engine. */
  took: z.number(),
})
export type SearchAnswer = z.infer<typeof searchAnswer>

const { filter, dslFilter, q, asOf } = searchFields.shape

export const emptyRequest = z.strictObject({ filter, dslFilter, q, asOf })
export type EmptyRequest = z.input<typeof emptyRequest>

/** Why a search finds nothing. */
export const emptyAnswer = z.strictObject({
  /** 0, unless the search does find something: then there is nothing to explain. */
  count: z.int(),
  dropOne: searchAnswer.shape.dropOne,
  /**
   * The smallest set of clauses that no lead fulfils together; null where it is not known: with `gone:`, and with more
   * than 12 clauses.
   */
  conflict: z.array(z.string()).nullable(),
  /** The fewest clauses without which leads are found, and how many. */
  removal: z.strictObject({ parts: z.array(z.string()), count: z.int() }).nullable(),
  dataVersion: z.int(),
})
export type EmptyAnswer = z.infer<typeof emptyAnswer>

export const suggestAnswer = z.strictObject({
  column: columnKey,
  values: z.array(z.strictObject({ value: z.string(), count: z.int() })),
})

const fileFormat = z.enum(['csv', 'csv-bom', 'xlsx', 'jsonl', 'parquet'])

/** Programs that files are made for: their column names, their largest file, what they demand of each row. */
export const filePreset = z.enum(['hubspot', 'salesforce'])
export type FilePreset = z.infer<typeof filePreset>

/** What a download asks for: a search, the columns in order, the format. */
export const downloadRequest = z.strictObject({
  dictId,
  filter: queryText.default(''),
  dslFilter: queryText.default(''),
  q: queryText.default(''),
  sort: z.array(sortKey).max(3).default([]),
  asOf: z.int().positive().optional(),
  /** Column keys, in file order. All columns of the dictionary when absent. */
  columns: z.array(columnKey).min(1).max(500).optional(),
  format: fileFormat.default('csv'),
  /** The most rows of one file: more come as several files in a ZIP, each whole by itself. */
  rowsPerFile: z.int().min(100).max(1_000_000).optional(),
  /** Adds two columns: the status and the note that one's own company gave each lead. */
  includeNotes: z.boolean().optional(),
  /** Makes CSV files for this program: `format` must be `csv`. */
  preset: filePreset.optional(),
  /** Only the first so many leads of the sorted search, after `offset`. */
  limit: z.int().positive().optional(),
  offset: z.int().nonnegative().default(0),
  /** Leave out what the company already owns. Plans with searchSuppressions only. */
  suppressOwned: z.boolean().default(false),
  /** Leave out who is on the company's suppression lists. On plans with searchSuppressions. */
  suppressLists: z.boolean().default(true),
  searchName: z.string().max(120).optional(),
  /** The `token` of a binding quote: the download costs no more than that, or it is refused. */
  quote: z.string().max(4000).optional(),
})
export type DownloadRequest = z.input<typeof downloadRequest>

/** What a file has to do with the do-not-call registry. */
const doNotCallWarning = z.strictObject({
  /** Rows of the file with a number on it, in the columns that the file has. */
  leads: z.int(),
  /** When the registry was obtained. */
  obtainedAt: z.iso.datetime(),
  /** Older than 31 days: it may not be relied on any more (16 CFR 310.4(b)(3)(iv)). */
  isOld: z.boolean(),
})

export const downloadQuote = z.strictObject({
  dataVersion: z.int(),
  /** Leads the search matches. */
  matches: z.int(),
  alreadyOwned: z.int(),
  /** Leads of the search that are left out: as owned, and by suppression lists. */
  suppressed: z.int(),
  /** Of those, the ones on the company's suppression lists. */
  listed: z.int(),
  /** Always 0: who has opted out is in no dataset, so in no count either. */
  optedOut: z.int(),
  /** Leads beyond the plan's limit for one file. */
  overFileLimit: z.int(),
  /** New leads that the credits left do not cover. */
  overAllowance: z.int(),
  /** Rows the file would hold, exactly. */
  rows: z.int(),
  /** Rows that cost a credit: not owned yet. */
  newLeads: z.int(),
  /** Rows that are not owned yet and cost nothing: the same business as one that is owned, or that another row pays for. */
  sameLeads: z.int(),
  credits: z.strictObject({ before: z.int(), price: z.int(), after: z.int() }),
  downloadLimit: z.int(),
  /** null without a registry, and for a file without telephone numbers. */
  doNotCall: doNotCallWarning.nullable(),
  /** The answer that a confirm of the same request would give now. */
  outcome: z.enum(['ok', 'nothing_to_download', 'file_limit_exceeded', 'insufficient_credits']),
})
export type DownloadQuote = z.infer<typeof downloadQuote>

/** What a quote promises for 15 minutes. */
export const bindingQuote = z.strictObject({
  id: z.string(),
  companyId: z.string(),
  dictId,
  dataVersion: z.int(),
  /** SHA-256 of the ids of its leads: in decimal digits, ascending, with commas between. */
  idsDigest: z.string(),
  rows: z.int(),
  newLeads: z.int(),
  alreadyOwned: z.int(),
  suppressed: z.int(),
  optedOut: z.int(),
  /** Credits: a download that names the quote never costs more. */
  price: z.int(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The same, signed: a JWS of the type `freeor-quote`. A download names it as its `quote`. */
  token: z.string(),
})
export type BindingQuote = z.infer<typeof bindingQuote>

/** A quote with what is promised; `binding` is null where a confirm would be refused. */
export const offeredQuote = downloadQuote.extend({ binding: bindingQuote.nullable() })
export type OfferedQuote = z.infer<typeof offeredQuote>

/** What an API key may take in a day, in leads. */
export const keyBudget = z.strictObject({
  /** null without a limit. */
  daily: z.int().nullable(),
  used: z.int(),
  /** null without a limit. */
  left: z.int().nullable(),
  /** When the next day begins: midnight UTC. */
  resetsAt: z.iso.datetime(),
})
export type KeyBudget = z.infer<typeof keyBudget>

const downloadState = z.enum(['reserved', 'writing', 'ready', 'failed'])

export const download = z.strictObject({
  id: z.string(),
  /** Who made it; the whole company owns its leads. */
  uid: z.string(),
  dictId,
  searchName: z.string(),
  queryUrl: z.strictObject({ url: z.string(), filter: z.string(), dslFilter: z.string(), dictId }),
  state: downloadState,
  dataVersion: z.int(),
  format: fileFormat,
  columns: z.array(columnKey),
  offset: z.int(),
  /** Rows in the file; known once ids are frozen. */
  downloadCount: z.int(),
  newLeads: z.int(),
  /** Leads of a business that was paid for already: they cost nothing. */
  sameLeads: z.int(),
  rowsPerFile: z.int().nullable(),
  includeNotes: z.boolean(),
  preset: filePreset.nullable(),
  /** Rows in which a column that the preset demands was blank, and has a placeholder now. Known once the file is ready. */
  filled: z.array(z.strictObject({ column: z.string(), rows: z.int() })),
  /** The files in the ZIP; null when it is one file. */
  parts: z
    .array(z.strictObject({ fileName: z.string(), rows: z.int(), bytes: z.int(), sha256: z.string() }))
    .nullable(),
  csvFile: z.string().nullable(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  /** 0 to 1 while the file is written. */
  progress: z.number(),
  /** An attempt at the file was cut off or failed, and it is tried again by itself. */
  retrying: z.boolean(),
  failure: z.string().nullable(),
  /** Whether somebody of the company has reported it. */
  reported: z.boolean(),
  timestamp: z.iso.datetime(),
  readyAt: z.iso.datetime().nullable(),
  /** Set when somebody in the file has opted out: it is not handed out any more, and a new one costs nothing. */
  withdrawnAt: z.iso.datetime().nullable(),
})
export type Download = z.infer<typeof download>

/** A kept list of ZIP codes, used in a query as `zip:@<id>`. */
export const zipList = z.strictObject({
  id: z.string(),
  count: z.int(),
  /** Entries that are no ZIP codes, or none that we know; at most 100. */
  unknown: z.array(z.string()),
})
export type ZipList = z.infer<typeof zipList>
