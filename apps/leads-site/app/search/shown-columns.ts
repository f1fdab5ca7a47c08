import type { Column, Dictionary } from '@freeor/leads/schema'

/** The table's columns: those of the address, else all but coordinates and ids. */
export function shownColumns(dictionary: Dictionary, keys: string[] | null): Column[] {
  const byKey = new Map(dictionary.columns.map((column) => [column.key, column]))
  const chosen = keys?.flatMap((key) => byKey.get(key) ?? [])
  if (chosen && chosen.length > 0) return chosen
  return dictionary.columns.filter((column) => !['lat', 'lon', 'id'].includes(column.kind))
}
