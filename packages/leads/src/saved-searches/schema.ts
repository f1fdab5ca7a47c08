import { z } from 'zod'
import { dictId, queryText } from '../schema.ts'
import { savedSearchTexts } from './texts.ts'

/** What a person may write about a search of theirs, in addition to its name. */
const searchNotes = z.string().max(2000)
const searchTags = z
  .array(z.string().trim().min(1).max(40))
  .max(20)
  .transform((tags) => [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()])

export const savedSearchInput = z.strictObject({
  searchName: z.string(savedSearchTexts.needsName).max(120),
  dictId,
  filter: queryText.default(''),
  dslFilter: queryText.default(''),
  q: queryText.default(''),
  notes: searchNotes.default(''),
  tags: searchTags.default([]),
  /** Whether the other members of the company see it. */
  visibleToCompany: z.boolean().default(false),
})

const writtenOfSearch = {
  searchName: z.string().max(120).optional(),
  notes: searchNotes.optional(),
  tags: searchTags.optional(),
}

/** What is changed of a saved search; what is left out stays. */
export const savedSearchChange = z.strictObject({
  ...writtenOfSearch,
  visibleToCompany: z.boolean().optional(),
  /** What a form began with. What was changed to something else since is not written over. */
  before: z.strictObject(writtenOfSearch).optional(),
})
export type SavedSearchChange = z.output<typeof savedSearchChange>

/** A part of a parsed query: a node of the tree in docs/query-language.md. */
const queryPart = z.looseObject({
  type: z.enum([
    'and',
    'or',
    'not',
    'text',
    'column',
    'place',
    'list',
    'version',
    'registry',
    'status',
    'note',
  ]),
})

export const savedSearch = z.strictObject({
  id: z.string(),
  uid: z.string(),
  /** The name of its owner. */
  ownerName: z.string(),
  searchName: z.string(),
  notes: z.string(),
  tags: z.array(z.string()),
  visibleToCompany: z.boolean(),
  /** The geography, parsed: all parts must hold. */
  geographyParams: z.array(queryPart),
  /** The column filters, parsed: all parts must hold. */
  searchParams: z.array(queryPart),
  queryUrl: z.strictObject({ url: z.string(), filter: z.string(), dslFilter: z.string(), dictId }),
  count: z.int(),
  timestamp: z.iso.datetime(),
  /** The report that was made of it. */
  reportId: z.string().optional(),
  /** What it was saved with, as a person calls it. */
  device: z.string().optional(),
  /** Columns the search names that the dictionary no longer has. */
  missingColumns: z.array(z.string()),
})
export type SavedSearch = z.infer<typeof savedSearch>
