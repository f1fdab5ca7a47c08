import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, isNull, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { downloads } from '../downloads/tables.ts'
import { placeBoxes } from '../geography/place-boxes.ts'
import type { Query } from '../query/ast.ts'
import { boundingBox, boxSum } from '../query/bounding-box.ts'
import type { PlaceLookup, ZipLists } from '../query/place-lookup.ts'
import { zipListsOf } from '../query/place-names.ts'
import { joinQueries } from '../query/split-query.ts'
import { savedSearches } from '../saved-searches/tables.ts'
import { planSearch, recordTexts } from '../search/plan-search.ts'
import type { SearchDataset, SearchDeps } from '../search/ports.ts'
import { listZipsOf } from '../zip-lists/queries.ts'
import type { Duplicates, duplicatesRequest } from './schema.ts'

type Deps = {
  readonly db: Tx
  readonly search: Pick<
    SearchDeps,
    'places' | 'prepareZipList' | 'prepareMarks' | 'prepareOwnList' | 'prepareLeadNotes'
  >
}
type Asked = {
  readonly dataset: SearchDataset
  readonly input: z.output<typeof duplicatesRequest>
}
type Texts = { readonly filter: string; readonly dslFilter: string }

/** Records compared, the newest first. */
const COMPARED = 200
/** Records named in an answer. */
const NAMED = 5

/**
 * What the person saved and the company downloaded of the same area: the specification's cheap check, by the sum of the
 * bounding box. Nothing is counted, and different areas may have the same sum: it only hints. Which leads are already
 * owned, a quote says exactly.
 * @throws AppError `invalid_query`
 */
export async function findDuplicates(
  { db, search }: Deps,
  scope: CompanyScope,
  { dataset, input }: Asked,
): Promise<Duplicates> {
  const plan = await planSearch(search, scope, dataset, input)
  const texts = recordTexts(plan)
  const asked = await boxOfTexts(db, scope, { texts, places: search.places })
  const boxes = new Map([[keyOf(texts), asked.sum]])
  const isHere = async (record: Texts) => {
    if (asked.sum === undefined) return false
    const key = keyOf(record)
    if (!boxes.has(key))
      boxes.set(key, (await boxOfTexts(db, scope, { texts: record, places: search.places })).sum)
    return boxes.get(key) === asked.sum
  }
  const { dictId } = dataset.dictionary
  const saved = await named(await listSaved(db, scope, dictId), isHere)
  const made = await named(await listMade(db, scope, dictId), isHere)
  const knownOf = (record: Texts & { id: string; searchName: string; createdAt: Date }) => ({
    id: record.id,
    searchName: record.searchName,
    timestamp: record.createdAt.toISOString(),
    isSame: keyOf(record) === keyOf(texts),
  })
  return {
    boundingBox: asked.box ? [...asked.box] : null,
    boxSum: asked.sum === undefined ? null : asked.sum / 100,
    savedSearches: saved.map(knownOf),
    downloads: made.map((row) => ({
      ...knownOf(row),
      downloadCount: row.rows,
      nextOffset: row.rowOffset + row.rows,
    })),
  }
}

const keyOf = ({ filter, dslFilter }: Texts): string => `${dslFilter}\n${filter}`

/** The first records for which it holds. */
async function named<T>(records: readonly T[], holds: (record: T) => Promise<boolean>): Promise<T[]> {
  const found: T[] = []
  for (const record of records) {
    if (await holds(record)) found.push(record)
    if (found.length === NAMED) break
  }
  return found
}

type BoxOf = { readonly texts: Texts; readonly places: PlaceLookup }

/** A text of an older language that cannot be read any more has no box. */
async function boxOfTexts(tx: Tx, scope: CompanyScope, { texts, places }: BoxOf) {
  const query = readQuery(texts)
  const context = { places, boxes: placeBoxes, zipLists: await readZipLists(tx, scope, query) }
  const box = boundingBox(query, context)
  return { box, sum: box && boxSum(box) }
}

function readQuery(texts: Texts): Query {
  try {
    return joinQueries(texts).query
  } catch {
    return null
  }
}

async function readZipLists(tx: Tx, scope: CompanyScope, query: Query): Promise<ZipLists> {
  const lists = new Map<string, readonly string[]>()
  for (const id of zipListsOf(query)) lists.set(id, await listZipsOf(tx, scope, id))
  return lists
}

const listSaved = async (tx: Tx, { userId }: CompanyScope, dictId: string) =>
  await tx
    .select({
      id: savedSearches.id,
      searchName: savedSearches.searchName,
      filter: savedSearches.filter,
      dslFilter: savedSearches.dslFilter,
      createdAt: savedSearches.createdAt,
    })
    .from(savedSearches)
    .where(
      and(
        eq(savedSearches.userId, userId),
        eq(savedSearches.dictId, dictId),
        isNull(savedSearches.deletedAt),
      ),
    )
    .orderBy(desc(savedSearches.createdAt), desc(savedSearches.id))
    .limit(COMPARED)

const listMade = async (tx: Tx, { companyId }: CompanyScope, dictId: string) =>
  await tx
    .select({
      id: downloads.id,
      searchName: downloads.searchName,
      filter: downloads.filter,
      dslFilter: downloads.dslFilter,
      createdAt: downloads.createdAt,
      rows: downloads.rows,
      rowOffset: downloads.rowOffset,
    })
    .from(downloads)
    .where(
      and(eq(downloads.companyId, companyId), eq(downloads.dictId, dictId), ne(downloads.state, 'failed')),
    )
    .orderBy(desc(downloads.createdAt), desc(downloads.id))
    .limit(COMPARED)
