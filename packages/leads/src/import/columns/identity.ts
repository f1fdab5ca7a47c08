import type { Column } from '../../schema.ts'
import { headerWords, isAddress } from '../cells/header-words.ts'
import type { SampleValues } from '../place-evidence/place-roles.ts'

/** What a lead's id is made from. Kept with the version, so that the next import makes the same ids. */
export type Identity = {
  /** `id`: one column that the source guarantees. `fields`: normalized text of several. */
  readonly by: 'id' | 'fields'
  readonly keys: readonly string[]
}

type Rows = readonly (readonly string[])[]

/** Share of sample rows that must differ for columns to identify a lead. */
const enough = 0.98

/**
 * Chooses what identifies a lead: a column of ids that are all there and all different; else a web address of that
 * kind; else name and address, joined by further columns until they tell nearly all sample rows apart.
 */
export function chooseIdentity(
  columns: readonly Column[],
  rows: Rows,
  at: (column: Column) => number,
): Identity {
  const values = (column: Column): string[] => rows.map((row) => row[at(column)] ?? '')
  const isUnique = (column: Column): boolean => {
    const cells = values(column).filter((cell) => cell !== '')
    return cells.length >= rows.length * 0.95 && new Set(cells).size >= cells.length * 0.995
  }
  const unique = [...ofKind(columns, 'id'), ...ofKind(columns, 'url')].find(isUnique)
  if (unique) return { by: 'id', keys: [unique.key] }
  const chosen: Column[] = []
  const texts = new Array<string>(rows.length).fill('')
  for (const column of candidates(columns)) {
    chosen.push(column)
    values(column).forEach((cell, row) => {
      texts[row] += `|${cell.toLowerCase()}`
    })
    const isBase = chosen.length >= baseOf(columns).length
    if (isBase && new Set(texts).size >= rows.length * enough) break
  }
  return { by: 'fields', keys: (chosen.length > 0 ? chosen : columns).map(({ key }) => key) }
}

const ofKind = (columns: readonly Column[], kind: Column['kind']): Column[] =>
  columns.filter((column) => column.kind === kind)

/** Name, street address, city, state, ZIP: people take leads that share these for the same business. */
function baseOf(columns: readonly Column[]): Column[] {
  const texts = columns.filter(({ kind, contact }) => kind === 'text' && !contact)
  const street = texts.find((column) => isAddress(headerWords(column.from)))
  const name =
    texts.find((column) => column !== street && column.suggest) ?? texts.find((column) => column !== street)
  const places = (['city', 'state', 'zip'] as const).map((kind) =>
    columns.find((column) => column.kind === kind),
  )
  return [name, street, ...places].filter((column) => column !== undefined)
}

function candidates(columns: readonly Column[]): Column[] {
  const base = baseOf(columns)
  const more = (['text', 'category', 'county', 'id', 'date'] as const).flatMap((kind) =>
    ofKind(columns, kind),
  )
  return [...base, ...more.filter((column) => !base.includes(column))]
}

/** The sample cells of a column, blanks left out. */
export const valuesOf =
  (rows: Rows, at: (column: Column) => number): SampleValues =>
  (column) =>
    rows.map((row) => row[at(column)] ?? '').filter((cell) => cell !== '')
