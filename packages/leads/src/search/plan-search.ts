import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import { leadTable } from '../dictionaries/lead-table.ts'
import type { Marks } from '../do-not-call/registry-tables.ts'
import {
  clausesOf,
  lastVersion,
  type Node,
  type Query,
  registryName,
  topLevel,
  type VersionClause,
} from '../query/ast.ts'
import { type Binder, openBinder, type Params } from '../query/binder.ts'
import { type CompileContext, compileNode, compileSteps } from '../query/compile-query.ts'
import { asksNotes } from '../query/lead-notes.ts'
import { normalizeQuery } from '../query/normalize-query.ts'
import { checkOwnLists, ownListsOf } from '../query/own-lists.ts'
import { checkPlaces, UnknownPlace, zipListsOf } from '../query/place-names.ts'
import { printQuery } from '../query/print-query.ts'
import { QueryError, type QueryField } from '../query/query-error.ts'
import { joinQueries, type QueryTexts, splitQuery } from '../query/split-query.ts'
import { filterClauses, inOne } from '../query/steps.ts'
import type { Column, Dictionary } from '../schema.ts'
import type { MatchedVersion } from '../suppression/find-meant-leads.ts'
import type { SearchDataset, SearchDeps } from './ports.ts'

export type PlanInput = QueryTexts & {
  asOf?: number | undefined
  /** Whether leads are counted by the company's own status. */
  statuses?: boolean
}
export type PlanDeps = Pick<
  SearchDeps,
  'places' | 'prepareZipList' | 'prepareMarks' | 'prepareOwnList' | 'prepareLeadNotes'
>

/** A search that is read, checked and tied to one version: nothing in it can be refused any more. */
export type SearchPlan = {
  datasetNo: number
  /** The dataset's: see `SearchDataset`. */
  revision: number
  /** The version that is searched. */
  dataVersion: number
  /** The version whose table holds the rows: another one for leads that are gone. */
  rowsVersion: number
  /** Whether that is the version which its dataset serves now. */
  isServing: boolean
  /** Leads in the version that is searched. */
  total: number
  /** [west, south, east, north] of all leads with a place, if known. */
  bounds: Dictionary['bounds']
  /** Everything except `gone:`, which `rowsVersion` contains. */
  query: Query
  gone: VersionClause | undefined
  texts: QueryTexts
  /** Its columns are those of the version whose rows are read. */
  context: CompileContext
  /** Columns of the version that is searched: other ones than `context.columns` with `gone:`. */
  askedColumns: readonly Column[]
  /** The marks of the version that is searched: other ones than `context.marks` with `gone:`. */
  askedMarks: Marks | undefined
}

/**
 * Reads a search of one company.
 * @throws AppError `invalid_query` with `field`, `position`, `length`, `expected`; `gone` for a version no longer kept.
 */
export async function planSearch(
  deps: PlanDeps,
  scope: CompanyScope,
  dataset: SearchDataset,
  input: PlanInput,
): Promise<SearchPlan> {
  const { dictionary, datasetNo, revision } = dataset
  const dataVersion = input.asOf ?? dictionary.version
  const kept = dictionary.versions.find(({ version }) => version === dataVersion)
  if (!kept) throw versionGone(dataset, dataVersion)
  try {
    const gone = findGone(joinQueries(input).query)
    if (gone) requireOlder(dataset, gone, dataVersion)
    requireKnownVersions(joinQueries(input).query, dictionary.version)
    const columns = gone ? columnsBefore(dataset, gone.version) : dictionary.columns
    const joined = readTexts(input, columns, gone)
    const parts = topLevel(joined.query).filter((part) => part.type !== 'version' || part.kind !== 'gone')
    const zipLists = await prepareZipLists(deps, scope, joined.query)
    checkPlaces(joined.query, deps.places, zipLists)
    const rowsVersion = gone?.version ?? dataVersion
    const marksOf = async (version: number, of: readonly Column[]) =>
      await requireMarks(deps, joined.query, { datasetNo, version, columns: of })
    const marks = await marksOf(rowsVersion, columns)
    const read = { datasetNo, version: rowsVersion, columns }
    const ownLists = await prepareOwnLists(deps, scope, { query: joined.query, read })
    checkOwnLists(joined.query, ownLists)
    const needsNotes = input.statuses || asksNotes(joined.query)
    const notes = needsNotes ? await deps.prepareLeadNotes(scope, datasetNo) : undefined
    return {
      datasetNo,
      revision,
      dataVersion,
      rowsVersion,
      isServing: dataVersion === dictionary.version,
      total: kept.rows,
      bounds: gone || dataVersion !== dictionary.version ? null : dictionary.bounds,
      query: gone ? normalizeQuery({ type: 'and', of: parts }) : joined.query,
      gone,
      texts: {
        filter: printQuery(joined.parts.filter),
        dslFilter: printQuery(joined.parts.dslFilter),
        q: printQuery(joined.parts.q),
      },
      context: { columns, places: deps.places, zipLists, ownLists, marks, notes },
      askedColumns: dictionary.columns,
      askedMarks: gone ? await marksOf(dataVersion, dictionary.columns) : marks,
    }
  } catch (error) {
    throw asInvalidQuery(error, input)
  }
}

const findGone = (query: Query): VersionClause | undefined =>
  topLevel(query).find((part): part is VersionClause => part.type === 'version' && part.kind === 'gone')

/** The columns of an older version; those that only the searched version has as facets are facets too. */
function columnsBefore({ dictionary, versionColumns }: SearchDataset, version: number): readonly Column[] {
  const facets = new Set(dictionary.columns.filter(({ facet }) => facet).map(({ key }) => key))
  return (versionColumns.get(version) ?? []).map((column) =>
    facets.has(column.key) && !column.contact ? { ...column, facet: true } : column,
  )
}

/** Reads the texts against the columns of the rows that are searched. @throws QueryError, saying which those are */
function readTexts(input: QueryTexts, columns: readonly Column[], gone: VersionClause | undefined) {
  try {
    return joinQueries(input, columns)
  } catch (error) {
    if (!gone || !(error instanceof QueryError)) throw error
    const { message, expected, field } = error
    throw new QueryError(
      `gone:v${gone.version} reads leads as v${gone.version} had them. ${message}`,
      error,
      expected,
      field,
    )
  }
}

/** The company's ZIP lists among those a query names. */
async function prepareZipLists(
  deps: PlanDeps,
  scope: CompanyScope,
  query: Query,
): Promise<ReadonlySet<string>> {
  const lists = new Set<string>()
  for (const id of zipListsOf(query)) if (await deps.prepareZipList(scope, id)) lists.add(id)
  return lists
}

/**
 * The marks of a version for a query that asks for them.
 * @throws UnknownPlace without a registry: whether a number is on it is not known then
 */
async function requireMarks(
  deps: PlanDeps,
  query: Query,
  version: MatchedVersion,
): Promise<Marks | undefined> {
  if (![...clausesOf(query)].some(({ type }) => type === 'registry')) return undefined
  const marks = await deps.prepareMarks(version)
  if (!marks)
    throw new UnknownPlace('There is no do-not-call registry here to compare with', `${registryName}:`)
  return marks
}

type OwnLists = { query: Query; read: MatchedVersion }

/** The company's own lists among those a query names, matched with the version whose rows are read. */
async function prepareOwnLists(
  deps: PlanDeps,
  scope: CompanyScope,
  { query, read }: OwnLists,
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>()
  for (const id of ownListsOf(query)) {
    const key = await deps.prepareOwnList(scope, id, read)
    if (key !== undefined) keys.set(id, key)
  }
  return keys
}

function versionGone({ dictionary }: SearchDataset, version: number): AppError {
  const kept = dictionary.versions.map((one) => `v${one.version}`)
  if (kept.length === 0) return new AppError('not_found', 'Nothing has been imported into this dataset yet')
  return new AppError('gone', `Version ${version} is not kept; kept are ${kept.join(', ')}`, {
    details: { versions: dictionary.versions.map((one) => one.version) },
  })
}

/** @throws UnknownPlace for `since:` and `changed:` of a version that nothing was imported as yet: they find nothing */
function requireKnownVersions(query: Query, newest: number): void {
  for (const clause of clausesOf(query)) {
    if (clause.type !== 'version' || clause.kind === 'gone') continue
    const { kind, version } = clause
    if (version > newest && version !== lastVersion)
      throw new UnknownPlace(
        `There is no version ${version} yet; the newest is v${newest}`,
        `${kind}:v${version}`,
      )
  }
}

function requireOlder(dataset: SearchDataset, gone: VersionClause, asked: number): void {
  if (!dataset.dictionary.versions.some(({ version }) => version === gone.version)) {
    throw versionGone(dataset, gone.version)
  }
  if (gone.version >= asked) {
    throw new UnknownPlace(
      `gone:v${gone.version} asks for a version before v${asked}`,
      `gone:v${gone.version}`,
    )
  }
}

/** A query error in the form of the problem document; an unknown place is located by its name in the texts. */
function asInvalidQuery(error: unknown, texts: QueryTexts): unknown {
  if (!(error instanceof QueryError)) return error
  const found = error instanceof UnknownPlace ? findText(texts, error.place) : undefined
  return new AppError('invalid_query', error.message, {
    cause: error,
    details: {
      field: found?.field ?? error.field ?? 'filter',
      position: found?.position ?? error.position,
      length: found?.length ?? error.length,
      expected: error.expected,
    },
  })
}

function findText(texts: QueryTexts, part: string) {
  const fields: readonly QueryField[] = ['dslFilter', 'filter', 'q']
  for (const field of fields) {
    const position = texts[field].toLowerCase().indexOf(part.toLowerCase())
    if (position >= 0) return { field, position, length: part.length }
  }
  return undefined
}

/** A condition on the rows of `leadTable(datasetNo, rowsVersion)`, always 0 or 1. */
export type PlannedCondition = { sql: string; params: Params }

/** The whole search as one condition, for callers that read the rows themselves, such as a download. */
export function planCondition(plan: SearchPlan): PlannedCondition {
  const binder = openBinder()
  return { sql: conditionOf(plan, topLevel(plan.query), binder), params: binder.params }
}

/** WHERE, or PREWHERE and WHERE, for all of the given parts, `gone:` included, and for another condition. */
export function filterOf(plan: SearchPlan, parts: readonly Node[], binder: Binder, also?: string): string {
  const asked = also === undefined ? [] : [inOne(also)]
  const steps = plan.gone
    ? [inOne(conditionOf(plan, parts, binder))]
    : parts.map((part) => compileSteps(part, plan.context, binder))
  return filterClauses([...asked, ...steps])
}

/** The condition that all of the given parts hold, `gone:` included. */
export function conditionOf(plan: SearchPlan, parts: readonly Node[], binder: Binder): string {
  const compiled = parts.map((part) => compileNode(part, plan.context, binder))
  const rest = compiled.length === 0 ? '1' : compiled.join(' AND ')
  if (!plan.gone) return rest
  // Looking up only what matches keeps both sets as small as the answer.
  const here = leadTable(plan.datasetNo, plan.dataVersion)
  const before = leadTable(plan.datasetNo, plan.rowsVersion)
  return `${rest} AND lead_id NOT IN (SELECT lead_id FROM ${here}
    WHERE lead_id IN (SELECT lead_id FROM ${before} WHERE ${rest}))`
}

/** Canonical `filter` and `dslFilter` of all three texts together, as a record of the search stores them. */
export function recordTexts(plan: SearchPlan): { filter: string; dslFilter: string } {
  const parts = [...(plan.gone ? [plan.gone] : []), ...topLevel(plan.query)]
  return splitQuery(normalizeQuery({ type: 'and', of: parts }))
}
