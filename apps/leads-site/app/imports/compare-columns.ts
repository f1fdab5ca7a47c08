import type { Column } from '@freeor/leads/schema'

export type ColumnChanges = {
  /** In the dataset and in the file, of the same kind. */
  kept: string[]
  /** In both, but read as another kind than before. */
  otherKind: string[]
  added: string[]
  /** In the dataset, and not in the file any more. */
  gone: string[]
}

/** What the columns of a file do to those of a dataset; each is named by its label. */
export function compareColumns(existing: readonly Column[], proposed: readonly Column[]): ColumnChanges {
  const before = new Map(existing.map((column) => [column.key, column]))
  const keys = new Set(proposed.map((column) => column.key))
  const labels = (columns: readonly Column[]) => columns.map((column) => column.label)
  const known = proposed.filter((column) => before.has(column.key))
  const isSame = (column: Column) => before.get(column.key)?.kind === column.kind
  return {
    kept: labels(known.filter(isSame)),
    otherKind: labels(known.filter((column) => !isSame(column))),
    added: labels(proposed.filter((column) => !before.has(column.key))),
    gone: labels(existing.filter((column) => !keys.has(column.key))),
  }
}
