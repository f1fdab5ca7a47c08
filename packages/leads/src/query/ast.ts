import type { LeadStatus } from './lead-statuses.ts'

/**
 * The query language's one syntax tree. Text, form and URL are three forms of it: `print(parse(x))` is canonical and
 * `parse(print(ast))` is the same tree, for a tree in normal form (`normalizeQuery`). Users' description:
 * docs/query-language.md.
 */
export type Query = Node | null

export type Node = And | Or | Not | Clause
export type And = { type: 'and'; of: Node[] }
export type Or = { type: 'or'; of: Node[] }
export type Not = { type: 'not'; of: Node }

export type Clause =
  | TextClause
  | ColumnClause
  | PlaceClause
  | ListClause
  | VersionClause
  | RegistryClause
  | StatusClause
  | NoteClause

/** A bare word or quoted phrase: contained in any of the dictionary's text columns. */
export type TextClause = { type: 'text'; text: string }

/** `column:a,b` `column:1..5` `column:>3` `column:~x` `column:x*` `column:*` */
export type ColumnClause = { type: 'column'; column: string; match: Match }

export type Match =
  | { op: 'any'; values: string[] }
  | { op: 'range'; from?: Bound; to?: Bound }
  | { op: 'contains'; text: string }
  | { op: 'starts'; text: string }
  | { op: 'present' }

/** A plain decimal number, or a date as YYYY, YYYY-MM or YYYY-MM-DD. */
export type Bound = { value: string; inclusive: boolean }

/** Degrees: [longitude, latitude]. Kept to five decimals, about a metre. */
export type Position = [number, number]

/**
 * Geography. `state:CA,NV` `county:13121` `county:"Fulton, GA"` `city:"Houston, TX"` `zip:30601,306*`
 * `zip:@zip_k3…` (an uploaded list) `within:25mi@77001` `within:40km@29.76,-95.36`
 * `polygon:"lat,lon lat,lon …;hole …"` `box:"south,west,north,east"`.
 */
export type PlaceClause =
  | { type: 'place'; kind: 'state'; states: string[] }
  | { type: 'place'; kind: 'county'; counties: string[] }
  | { type: 'place'; kind: 'city'; cities: string[] }
  | { type: 'place'; kind: 'zip'; zips: string[]; lists: string[] }
  | WithinClause
  | PolygonClause
  | BoxClause

export type WithinClause = {
  type: 'place'
  kind: 'within'
  distance: number
  unit: 'mi' | 'km'
  center: { zip: string } | { at: Position }
}

export type PolygonClause = { type: 'place'; kind: 'polygon'; rings: Position[][] }

export type BoxClause = {
  type: 'place'
  kind: 'box'
  south: number
  west: number
  north: number
  east: number
}

/** `list:@lst_k3…`: the leads that rows of one of these lists of the company's own match. */
export type ListClause = { type: 'list'; lists: string[] }

/**
 * `since:v12` first seen after version 12; `changed:v12` older than that and changed after it;
 * `gone:v12` in 12 and no longer here.
 */
export type VersionClause = { type: 'version'; kind: 'since' | 'changed' | 'gone'; version: number }

/** The last that can be written, which no dataset reaches: it stands for any later one where a text is tried out. */
export const lastVersion = 999_999_999

/** `dnc:yes`: one of the lead's telephone numbers is on the do-not-call registry. `dnc:no` is `-dnc:yes`. */
export type RegistryClause = { type: 'registry' }

/** The name of the registry in the language. */
export const registryName = 'dnc'

/**
 * `leadstatus:contacted,customer`: the company gave the lead one of these statuses. `leadstatus:*` any; then the list is
 * empty.
 */
export type StatusClause = { type: 'status'; statuses: LeadStatus[] }

/** `leadnote:*`: the company has a note of the lead. */
export type NoteClause = { type: 'note' }

/** The names of both in the language: a dataset may well have a column `status` or `note` of its own. */
export const statusName = 'leadstatus'
export const noteName = 'leadnote'

/** A range of the query text: 0-based offset and length in UTF-16 units, as JavaScript counts. */
export type Span = { position: number; length: number }

export const queryLimits = {
  characters: 2048,
  nodes: 200,
  depth: 16,
  /** Values of all lists together. */
  values: 500,
  vertices: 500,
  radiusMeters: 500 * 1609.344,
} as const

export const listPlaceKinds = ['state', 'county', 'city', 'zip'] as const
export const versionKinds = ['since', 'changed', 'gone'] as const

/** Keys that a dictionary column cannot be searched by: the language means something else by them. */
export const reservedNames: ReadonlySet<string> = new Set([
  'within',
  'polygon',
  'box',
  ...versionKinds,
  registryName,
  statusName,
  noteName,
  'or',
  'and',
])

/** Visits every clause, left to right. */
export function* clausesOf(node: Query): Generator<Clause> {
  if (node === null) return
  if (node.type === 'and' || node.type === 'or') for (const child of node.of) yield* clausesOf(child)
  else if (node.type === 'not') yield* clausesOf(node.of)
  else yield node
}

/** The clauses joined by "and" at the top: what a person sees as separate filters. */
export function topLevel(query: Query): Node[] {
  if (query === null) return []
  return query.type === 'and' ? query.of : [query]
}
