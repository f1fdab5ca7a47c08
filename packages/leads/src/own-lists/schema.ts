import { z } from 'zod'
import { leadRow } from '../schema.ts'

/** What a column of a list holds, as far as leads are compared by it. */
const ownListRoles = ['name', 'email', 'phone', 'website', 'address', 'zip'] as const
export const ownListRole = z.enum(ownListRoles)
export type OwnListRole = z.infer<typeof ownListRole>

export const ownListName = z.string().trim().min(1, 'Please name your list.').max(120)

export const ownListColumn = z.strictObject({
  /** The file's header; `Column 3` where it has none. */
  header: z.string(),
  /** Null for a column that nothing is compared by. */
  role: ownListRole.nullable(),
  /** Some of its values. */
  examples: z.array(z.string()),
})
export type OwnListColumn = z.infer<typeof ownListColumn>

export const ownList = z.strictObject({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  rows: z.int(),
  /** Rows of the file that could not be read. */
  rejected: z.int(),
  columns: z.array(ownListColumn),
  timestamp: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type OwnList = z.infer<typeof ownList>

/** Another name, or what each of its columns holds, in their order. */
export const ownListChange = z.strictObject({
  name: ownListName.optional(),
  roles: z.array(ownListRole.nullable()).max(500).optional(),
})
export type OwnListChange = z.infer<typeof ownListChange>

/** By what a row and a lead agree, the surest first. */
export const matchWays = ['email', 'phone', 'name_address', 'name_zip', 'domain'] as const
export const matchWay = z.enum(matchWays)
export type MatchWay = z.infer<typeof matchWay>

export const matchedRow = z.strictObject({
  /** The row's place in the file, from 1. */
  row: z.int(),
  cells: z.array(z.string()),
  state: z.enum(['matched', 'unclear', 'unmatched']),
  by: matchWay.nullable(),
  /** Contact cells are covered unless the company owns the lead. */
  lead: leadRow.nullable(),
})
export type MatchedRow = z.infer<typeof matchedRow>

/** What of a list is in a dataset. Which of its leads are owned or left out, and the price, a quote says. */
export const ownListMatch = z.strictObject({
  dictId: z.string(),
  dataVersion: z.int(),
  rows: z.int(),
  matched: z.int(),
  /** Rows that several leads may be: none is taken. */
  unclear: z.int(),
  unmatched: z.int(),
  /** Leads that the matched rows are: fewer where a list names one twice. */
  leads: z.int(),
  owned: z.int(),
  /** Of the leads: those left out by the company's suppression lists. */
  suppressed: z.int(),
  /** Matched rows by what they were matched by. */
  ways: z.array(z.strictObject({ by: matchWay, rows: z.int() })),
  /** The filter of a search for the leads that are matched, and for those that are not. */
  filters: z.strictObject({ matched: z.string(), others: z.string() }),
  preview: z.array(matchedRow),
})
export type OwnListMatch = z.infer<typeof ownListMatch>
