import { z } from 'zod'
import { column, columnKey, columnKind, dictId } from '../schema.ts'
import { rejectKinds } from './file/reject-kind.ts'

const importPhase = z.enum(['reading', 'finishing', 'done'])

export const importProgress = z.strictObject({
  bytesDone: z.int(),
  bytesTotal: z.int(),
  /** Rows read so far: stored and rejected. */
  rows: z.int(),
  rowsPerSecond: z.int(),
  /** null until it is known. */
  secondsLeft: z.int().nullable(),
  phase: importPhase,
})
export type ImportProgress = z.infer<typeof importProgress>

const importResult = z.strictObject({
  dictId,
  version: z.int().positive(),
  rowsIn: z.int().nonnegative(),
  rowsStored: z.int().nonnegative(),
  rowsRejected: z.int().nonnegative(),
  /** Key of the rejects file in the file store: line, row, reason and the row's beginning; null without rejects. */
  rejectsFile: z.string().nullable(),
  columns: z.array(z.strictObject({ key: columnKey, kind: columnKind, from: z.string() })),
  seconds: z.number(),
})

/** Rejected rows by the kind of their reason, most first; they add up to `rowsRejected`. */
export const rejectedBy = z.array(z.strictObject({ kind: z.enum(rejectKinds), rows: z.int().positive() }))

/** What an import did beyond its counts. */
export const importReport = importResult.extend({
  importId: z.string(),
  /** Of the rejected rows, those of people on the do-not-contact list. */
  rowsOptedOut: z.int().nonnegative(),
  /** Absent in reports of before it was kept. */
  rejectedBy: rejectedBy.optional(),
  /** Cells that were filled but could not be read as their column's kind, and are empty now. Rows keep their lead. */
  unreadable: z.array(z.strictObject({ key: columnKey, cells: z.int() })),
  places: z.strictObject({
    /** Leads at coordinates of the file, at their ZIP's point, and without a place. */
    fromColumns: z.int(),
    fromZip: z.int(),
    none: z.int(),
  }),
  /** Leads that share their identity with another: they were told apart by their order. */
  duplicates: z.int(),
  /** Compared with the version before. */
  changes: z.strictObject({ added: z.int(), changed: z.int(), gone: z.int() }),
  /** Columns of the version before that the file does not have. */
  goneColumns: z.array(z.string()),
  warnings: z.array(z.string()),
})
export type ImportReport = z.infer<typeof importReport>

export const importProposal = z.strictObject({
  name: z.string(),
  bytes: z.int(),
  isGzipped: z.boolean(),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh']),
  delimiter: z.string(),
  hasHeader: z.boolean(),
  header: z.array(z.string()),
  columns: z.array(column),
  /** The first rows; their cells are in the order of `header`. */
  rows: z.array(z.array(z.string())),
  /** Columns of the dictionary that the file does not have. */
  goneColumns: z.array(z.string()),
  warnings: z.array(z.string()),
})
export type ImportProposal = z.infer<typeof importProposal>
