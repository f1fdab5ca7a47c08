/** How the cells of a column are known to whoever evaluates conditions. */
export type KnownAs =
  /** By the number of their text. */
  | 'codes'
  | 'numbers'
  | 'floats'
  /** Only whether they are blank. */
  | 'present'

/** The columns that conditions may name, as the version's table names them. */
export type KnownColumns = ReadonlyMap<string, KnownAs>

export type TextMatch =
  /** `exactly`: as it is spelt; otherwise values are in lower case and the case of cells does not matter. */
  | { readonly op: 'any'; readonly values: readonly string[]; readonly exactly: boolean }
  | { readonly op: 'contains'; readonly text: string }
  | { readonly op: 'starts'; readonly text: string }

export type Edge = { readonly value: number; readonly inclusive: boolean }

/** A part of a query over the columns of one version, without names of places and units. Dates are days since 1970-01-01. */
export type Condition =
  | { readonly type: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly type: 'not'; readonly of: Condition }
  | { readonly type: 'texts'; readonly column: string; readonly match: TextMatch }
  | {
      readonly type: 'range'
      readonly column: string
      readonly from?: Edge | undefined
      readonly to?: Edge | undefined
    }
  | { readonly type: 'numbers'; readonly column: string; readonly values: readonly number[] }
  | { readonly type: 'present'; readonly column: string }
  | { readonly type: 'circle'; readonly lat: number; readonly lon: number; readonly meters: number }

const within = (column: string, from: number, to: number): Condition => ({
  type: 'range',
  column,
  from: { value: from, inclusive: true },
  to: { value: to, inclusive: true },
})

/** [west, south, east, north], edges included. A lead without a place is in no box: its degrees are blank. */
export const inBox = ([west, south, east, north]: readonly [number, number, number, number]): Condition => ({
  type: 'and',
  of: [within('p_lat', south, north), within('p_lon', west, east)],
})
