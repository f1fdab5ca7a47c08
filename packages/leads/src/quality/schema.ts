import { z } from 'zod'
import { rejectedBy } from '../import/schema.ts'
import { columnKey, columnKind, dictId } from '../schema.ts'

const columnQuality = z.strictObject({
  key: columnKey,
  label: z.string(),
  group: z.string(),
  kind: columnKind,
  contact: z.boolean(),
  /** Leads with a value in this column: as many as the search `key:*` finds. */
  filled: z.int().nonnegative(),
  /** Different values, of columns with a facet; null of the others. */
  distinct: z.int().nonnegative().nullable(),
  /** Of a telephone column: leads whose number is on the do-not-call registry. null of others, and without a registry. */
  doNotCall: z.int().nonnegative().nullable(),
  /** How many years each of `years` stands for: 1, or 10 or 100 where there are more than 40. */
  yearsEach: z.union([z.literal(1), z.literal(10), z.literal(100)]),
  /**
   * Leads by year, decade or century, named by its first year, oldest first; of dates, and of whole numbers that are years.
   */
  years: z.array(z.strictObject({ year: z.int(), count: z.int().positive() })),
})
export type ColumnQuality = z.infer<typeof columnQuality>

/** What an import made of its file: `rowsIn` = `rowsStored` + `rowsRejected`. */
const versionQuality = z.strictObject({
  version: z.int().positive(),
  importedAt: z.iso.datetime(),
  rowsIn: z.int().nonnegative(),
  rowsStored: z.int().nonnegative(),
  rowsRejected: z.int().nonnegative(),
  /** Of the rejected rows, those of people on the do-not-contact list. */
  rowsOptedOut: z.int().nonnegative(),
  /** null for an import of before it was kept. */
  rejectedBy: rejectedBy.nullable(),
  /** Leads that share their identity with another. */
  duplicates: z.int().nonnegative(),
  added: z.int(),
  changed: z.int(),
  gone: z.int(),
  /** Cells that were filled but could not be read, and are empty now. */
  unreadable: z.array(z.strictObject({ key: columnKey, cells: z.int() })),
})

/** How good a dataset is, in counts; no cell of a lead is in it. */
export const datasetQuality = z.strictObject({
  dictId,
  name: z.string(),
  description: z.string(),
  version: z.int().positive(),
  importedAt: z.iso.datetime().nullable(),
  /** Leads that can be searched now. */
  leads: z.int().nonnegative(),
  /** Businesses that these leads are; null for a version of before that was found out. */
  businesses: z.int().nonnegative().nullable(),
  /** Leads without a place on the map. */
  unplaced: z.int().nonnegative(),
  columns: z.array(columnQuality),
  /** The latest imports, newest first. */
  imports: z.array(versionQuality),
})
export type DatasetQuality = z.infer<typeof datasetQuality>
