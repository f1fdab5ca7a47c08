import { z } from 'zod'
import { leadNote } from '../lead-notes/schema.ts'
import { cellValue, column, columnKey, leadRow } from '../schema.ts'

const ALL_IDS = 1n << 64n

/** As a row of a search has it. */
export const leadId = z
  .string()
  .regex(/^\d{1,20}$/, 'A lead id is a number')
  .refine((text) => !/^\d+$/.test(text) || BigInt(text) < ALL_IDS, 'A lead id is a number below 2^64')

const dated = {
  version: z.int(),
  importedAt: z.iso.datetime(),
  /** The name of the imported file; null where it is not known any more. */
  file: z.string().nullable(),
}

const clauseMatch = z.strictObject({
  /** Its canonical text. */
  text: z.string(),
  /** Whether the clause is excluded: then the search wants it not to hold. */
  excluded: z.boolean(),
  holds: z.boolean(),
  /** The columns that the clause looks at; of a bare word, only those that hold it. */
  columns: z.array(columnKey),
  /** Texts that the clause looks for in its columns. */
  looksFor: z.array(z.string()),
  /** Of a clause on places, what the lead has there: state, county code, city or ZIP. */
  place: z.string().nullable(),
  /** Of a circle, how far its centre is from the lead, in metres. */
  meters: z.number().nullable(),
})

export const leadMatch = z.strictObject({
  /** Whether the search finds the lead. */
  matches: z.boolean(),
  /** The search's parts, which all must hold, each with its clauses. */
  parts: z.array(z.strictObject({ text: z.string(), holds: z.boolean(), clauses: z.array(clauseMatch) })),
})
export type LeadMatch = z.infer<typeof leadMatch>

/** A lead as the newest stored version that has it says. Contact cells are masked until it is owned, in every part. */
export const leadDetails = z.strictObject({
  columns: z.array(column),
  lead: leadRow,
  /** The version that the values are of; an older one than the dataset's where the lead is gone. */
  version: z.int(),
  isGone: z.boolean(),
  /** The version that it was first in, which need not be stored any more. */
  firstSeen: z.int(),
  /** For each value that there is, the oldest stored version since which it is as it is. */
  values: z.array(
    z.strictObject({
      column: columnKey,
      /** Whether it may be older: the stored versions do not go back further. */
      isOldest: z.boolean(),
      ...dated,
    }),
  ),
  /** Stored versions, newest first. */
  versions: z.array(
    z.strictObject({
      ...dated,
      state: z.enum(['first', 'new', 'changed', 'same', 'missing']),
      changes: z.array(z.strictObject({ column: columnKey, before: cellValue, after: cellValue })),
    }),
  ),
  /** The file that brought it to the company; null while it is not owned. */
  ownership: z
    .strictObject({ downloadId: z.string(), searchName: z.string(), boughtAt: z.iso.datetime() })
    .nullable(),
  /** Other leads of the dataset that are the same business, as rows of a search; at most 20. */
  sameBusiness: z.array(leadRow),
  /** What one's own company says of it. */
  note: leadNote,
  /** How the search that was asked finds it; null where none was asked. */
  match: leadMatch.nullable(),
})
export type LeadDetails = z.infer<typeof leadDetails>
