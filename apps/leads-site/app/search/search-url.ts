import type { Dictionary, SearchRequest } from '@freeor/leads/schema'

export type SortKey = { column: string; direction: 'asc' | 'desc' }

/** What the map shows: [west, south, east, north] in degrees, and the zoom. */
export type View = { bbox: [number, number, number, number]; zoom: number }

/** A search as the address has it: everything that is needed to send the same screen to somebody. */
export type SearchState = {
  filter: string
  dslFilter: string
  q: string
  sort: SortKey[]
  /** Columns of the table, in order; the dictionary's own choice when null. */
  columns: string[] | null
  view: View | null
  /** A stored version of the data; the current one when null. */
  asOf: number | null
  /** The saved search this was opened from, until it is changed. */
  savedSearch: string | null
  uid: string | null
  /** What is shown of the leads: their charts, or the map and the table. */
  show: 'charts' | null
}

function readSort(text: string | null): SortKey[] {
  if (!text) return []
  return text
    .split(',')
    .slice(0, 3)
    .flatMap((part) => {
      const [column, direction] = part.split(':')
      return column
        ? [{ column, direction: direction === 'desc' ? ('desc' as const) : ('asc' as const) }]
        : []
    })
}

function readView(text: string | null): View | null {
  const [west, south, east, north, zoom, ...rest] = (text ?? '').split(',').map(Number)
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null
  if (zoom === undefined || rest.length > 0) return null
  const inRange = [west, south, east, north, zoom].every(Number.isFinite) && zoom >= 0 && zoom <= 22
  return inRange && west < east && south < north ? { bbox: [west, south, east, north], zoom } : null
}

/** Reads the address. What cannot be read is as if it were not there. */
export function readSearch(params: URLSearchParams): SearchState {
  const asOf = Number(params.get('asOf'))
  const columns = params.get('columns')?.split(',').filter(Boolean)
  return {
    filter: params.get('filter') ?? '',
    dslFilter: params.get('dslFilter') ?? '',
    q: params.get('q') ?? '',
    sort: readSort(params.get('sort')),
    columns: columns && columns.length > 0 ? columns : null,
    view: readView(params.get('view')),
    asOf: Number.isInteger(asOf) && asOf > 0 ? asOf : null,
    savedSearch: params.get('savedSearch'),
    uid: params.get('uid'),
    show: params.get('show') === 'charts' ? 'charts' : null,
  }
}

const printView = ({ bbox, zoom }: View): string =>
  [...bbox.map((degrees) => degrees.toFixed(4)), zoom.toFixed(2)].join(',')

/** Writes the address; what is empty is left out. */
export function writeSearch(state: SearchState): URLSearchParams {
  const params = new URLSearchParams()
  const set = (name: string, value: string | null) => {
    if (value) params.set(name, value)
  }
  set('filter', state.filter)
  set('dslFilter', state.dslFilter)
  set('q', state.q)
  set('sort', state.sort.map((key) => `${key.column}:${key.direction}`).join(','))
  set('columns', state.columns?.join(',') ?? null)
  set('view', state.view ? printView(state.view) : null)
  set('asOf', state.asOf === null ? null : String(state.asOf))
  set('savedSearch', state.savedSearch)
  set('uid', state.uid)
  set('show', state.show)
  return params
}

/** The part of the address that decides which leads are found and in which order. */
export function answerKey(params: URLSearchParams): string {
  const { columns: _columns, view: _view, show: _show, ...rest } = readSearch(params)
  return JSON.stringify(rest)
}

/** The search call for an address: the first page with its facets. */
export function searchRequestOf(state: SearchState, dictionary: Dictionary): SearchRequest {
  const sortable = new Set(dictionary.columns.filter((column) => !column.contact).map((column) => column.key))
  return {
    ...queryOf(state),
    statuses: true,
    sort: state.sort.filter((key) => sortable.has(key.column)),
    facets: dictionary.columns
      .filter((column) => column.facet && !column.contact)
      .slice(0, 8)
      .map((column) => column.key),
  }
}

/** Which leads, without order or page. */
export function queryOf(state: SearchState): Pick<SearchRequest, 'filter' | 'dslFilter' | 'q' | 'asOf'> {
  return {
    filter: state.filter,
    dslFilter: state.dslFilter,
    q: state.q,
    ...(state.asOf === null ? {} : { asOf: state.asOf }),
  }
}
