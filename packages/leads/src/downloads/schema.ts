import { z } from 'zod'
import { columnKey, dictId, queryText, sortKey } from '../schema.ts'

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
  /** Always 0: people who opted out are in no dataset, so in no count either. */
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

/** A download in the list of them, with the name of who ordered it. */
export const listedDownload = download.extend({ ordererName: z.string() })
export type ListedDownload = z.infer<typeof listedDownload>

/** Those that the person ordered, those that the others of the company did, or all of them. */
export const whoseDownloads = z.enum(['everybody', 'mine', 'colleagues'])
export type WhoseDownloads = z.infer<typeof whoseDownloads>
