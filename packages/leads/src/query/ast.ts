/**
 * The query language's one syntax tree. The text, the form and the URL are three faces of it:
 * `print(parse(x))` is canonical and `parse(print(ast))` is the same tree.
 */
export type Query = Node | null

export type Node = And | Or | Not | Clause
export type And = { type: 'and'; of: Node[] }
export type Or = { type: 'or'; of: Node[] }
export type Not = { type: 'not'; of: Node }

export type Clause = ColumnClause | PlaceClause | VersionClause

/** `column:a,b` `column:1..5` `column:>3` `column:~x` `column:x*` `column:*` */
export type ColumnClause = { type: 'column'; column: string; match: Match }

export type Match =
  | { op: 'any'; values: string[] }
  | { op: 'range'; from?: Bound; to?: Bound }
  | { op: 'contains'; text: string }
  | { op: 'starts'; text: string }
  | { op: 'present' }

export type Bound = { value: string; inclusive: boolean }

/** Degrees: [longitude, latitude]. */
export type Position = [number, number]

/**
 * Geography. `state:CA,NV` `county:13121` `county:"Fulton, GA"` `city:"Houston, TX"` `zip:30601,30605`
 * `zip:@zip_k3…` (an uploaded list) `within:25mi@77001` `within:40km@29.76,-95.36`
 * `polygon:"lat,lon lat,lon …;hole …"` `box:"south,west,north,east"`.
 */
export type PlaceClause =
  | { type: 'place'; kind: 'state'; states: string[] }
  | { type: 'place'; kind: 'county'; counties: string[] }
  | { type: 'place'; kind: 'city'; cities: string[] }
  | { type: 'place'; kind: 'zip'; zips: string[]; lists: string[] }
  | {
      type: 'place'
      kind: 'within'
      distance: number
      unit: 'mi' | 'km'
      center: { zip: string } | { at: Position }
    }
  | { type: 'place'; kind: 'polygon'; rings: Position[][] }
  | { type: 'place'; kind: 'box'; south: number; west: number; north: number; east: number }

/** `since:v12` first seen after version 12; `changed:v12` changed after it; `gone:v12` in 12 and no longer here. */
export type VersionClause = { type: 'version'; kind: 'since' | 'changed' | 'gone'; version: number }
