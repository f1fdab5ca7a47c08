import { z } from 'zod'
import { columnKinds } from './column-kinds.ts'
import { DEEPEST_ROW } from './query/deepest-row.ts'
import { leadStatuses } from './query/lead-statuses.ts'

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

export const sortKey = z.strictObject({ column: columnKey, direction: z.enum(['asc', 'desc']) })

const mapRequest = z.strictObject({
  /** [west, south, east, north] of the viewport, degrees. Only cells in it are answered. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  zoom: z.number().min(0).max(22),
})

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
  /** Also counts leads by the company's own status. */
  statuses: z.boolean().default(false),
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

/** What the company says of a lead, as a row of a search shows it. */
export const rowNote = z.strictObject({
  status: z.enum(leadStatuses).nullable(),
  hasNote: z.boolean(),
  /** What a change names: see `leadNoteInput`. */
  revision: z.int(),
})
export type RowNote = z.infer<typeof rowNote>

/** `note` is null where the company has said nothing of the lead. */
export const searchRow = leadRow.extend({ note: rowNote.nullable() })
export type SearchRow = z.infer<typeof searchRow>

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
  /** Leads of the search by the company's own status, most first; those with none are left out. */
  statuses: z.array(z.strictObject({ status: z.enum(leadStatuses), count: z.int() })),
  rows: z.array(searchRow),
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

/** A kept list of ZIP codes, used in a query as `zip:@<id>`. */
export const zipList = z.strictObject({
  id: z.string(),
  count: z.int(),
  /** Entries that are no ZIP codes, or none that we know; at most 100. */
  unknown: z.array(z.string()),
})
export type ZipList = z.infer<typeof zipList>
