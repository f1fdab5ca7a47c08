import type { Column } from '../../schema.ts'

/** Columns of the version before that the file has none for. */
export function goneColumns(before: readonly Column[], columns: readonly Pick<Column, 'key'>[]): Column[] {
  const kept = new Set(columns.map(({ key }) => key))
  return before.filter(({ key }) => !kept.has(key))
}

/**
 * Whether a file looks like another dataset than the one it is to be a version of: fewer than half of the columns are
 * there. Saved searches, alerts and downloads of the dataset ask for columns that would be gone.
 */
export const isReplacement = (before: readonly Column[], columns: readonly Pick<Column, 'key'>[]): boolean =>
  goneColumns(before, columns).length > before.length / 2

type Replacement = {
  readonly name: string
  readonly dictId: string
  readonly gone: readonly Column[]
  readonly of: number
}

/** Says that a file looks like another dataset, by the names of the first columns that it lacks. */
export function replacementText({ name, dictId, gone, of }: Replacement): string {
  const some = gone.slice(0, 5).map(({ label }) => label)
  const names = [...some, ...(gone.length > 5 ? [`${gone.length - 5} more`] : [])].join(', ')
  return `${name} lacks ${gone.length} of the ${of} columns of ${dictId} (${names}): it looks like another dataset. Nothing was changed.`
}
