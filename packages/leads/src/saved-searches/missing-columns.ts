import { clausesOf } from '../query/ast.ts'
import { tryParseQuery } from '../query/parse-query.ts'
import type { Column } from '../schema.ts'

/**
 * Columns that a saved search uses and the dictionary no longer has, in the order they are named. All of them when the
 * dictionary itself is gone.
 */
export function missingColumns(texts: readonly string[], columns: readonly Pick<Column, 'key'>[]): string[] {
  const known = new Set(columns.map(({ key }) => key))
  const missing = new Set<string>()
  for (const text of texts) {
    const read = tryParseQuery(text)
    if (!read.ok) continue
    for (const clause of clausesOf(read.query)) {
      if (clause.type === 'column' && !known.has(clause.column)) missing.add(clause.column)
    }
  }
  return [...missing]
}
